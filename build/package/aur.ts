/** PKGBUILD and .SRCINFO for the user repository of Arch Linux. Never stripped there: that would take the program's own files away. */
import { about, type Manifest } from './release.ts'

const architectures = { x86_64: 'x64', aarch64: 'arm64' }

export const aur: Manifest = ({ version, licence, homepage, file }) => {
  const sources = Object.entries(architectures).map(([name, arch]) => ({ name, ...file(`surveyctl-${version}-linux-${arch}.tar.xz`) }))
  const names = Object.keys(architectures)
  return {
    PKGBUILD: `pkgname=surveyctl-bin
pkgver=${version}
pkgrel=1
pkgdesc='${about}'
arch=(${names.join(' ')})
url='${homepage}'
license=(${licence})
depends=(gcc-libs glibc)
provides=(surveyctl)
conflicts=(surveyctl)
options=(!strip !debug)
${sources.map(({ name, url, sha256 }) => `source_${name}=('${url}')\nsha256sums_${name}=('${sha256}')`).join('\n')}

package() {
  install -Dm755 surveyctl "$pkgdir/usr/bin/surveyctl"
  for page in man/*; do
    install -Dm644 "$page" "$pkgdir/usr/share/man/man\${page##*.}/\${page##*/}"
  done
  install -Dm644 completions/surveyctl.bash "$pkgdir/usr/share/bash-completion/completions/surveyctl"
  install -Dm644 completions/_surveyctl "$pkgdir/usr/share/zsh/site-functions/_surveyctl"
  install -Dm644 completions/surveyctl.fish "$pkgdir/usr/share/fish/vendor_completions.d/surveyctl.fish"
  install -Dm644 -t "$pkgdir/usr/share/licenses/surveyctl-bin" LICENSE THIRD-PARTY-NOTICES
}
`,
    '.SRCINFO': `pkgbase = surveyctl-bin
\tpkgdesc = ${about}
\tpkgver = ${version}
\tpkgrel = 1
\turl = ${homepage}
${names.map((name) => `\tarch = ${name}\n`).join('')}\tlicense = ${licence}
\tdepends = gcc-libs
\tdepends = glibc
\tprovides = surveyctl
\tconflicts = surveyctl
\toptions = !strip
\toptions = !debug
${sources.map(({ name, url, sha256 }) => `\tsource_${name} = ${url}\n\tsha256sums_${name} = ${sha256}\n`).join('')}
pkgname = surveyctl-bin
`,
  }
}
