#!/usr/bin/env bash
# Downloads one version, takes it only with the checksum that was given, and puts it in the PATH of the steps after it. One that was kept
# from an earlier run is judged by the same checksum.
set -euo pipefail
if [ ! -f "$ARCHIVE" ]; then
  mkdir -p "$(dirname "$ARCHIVE")"
  curl --fail --silent --show-error --location --output "$ARCHIVE" "$ADDRESS"
fi
actual=$(sha256sum "$ARCHIVE" | cut -d' ' -f1)
if [ "$actual" != "$SHA256" ]; then
  rm -- "$ARCHIVE"
  echo "::error::$ADDRESS has the SHA-256 $actual, not $SHA256: it is not installed" >&2
  exit 1
fi
mkdir -p "$FOLDER"
tar -xf "$ARCHIVE" -C "$FOLDER"
echo "$FOLDER" >>"$GITHUB_PATH"
"$FOLDER/surveyctl" --version
