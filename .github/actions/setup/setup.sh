#!/usr/bin/env bash
# Downloads one version, takes it only with the checksum that was given, and puts it in the PATH of the steps after it.
set -euo pipefail
file=$(mktemp -d)/archive
curl --fail --silent --show-error --location --output "$file" "$ADDRESS"
actual=$(sha256sum "$file" | cut -d' ' -f1)
if [ "$actual" != "$SHA256" ]; then
  echo "::error::$ADDRESS has the SHA-256 $actual, not $SHA256: it is not installed" >&2
  exit 1
fi
mkdir -p "$FOLDER"
tar -xf "$file" -C "$FOLDER"
echo "$FOLDER" >>"$GITHUB_PATH"
"$FOLDER/surveyctl" --version
