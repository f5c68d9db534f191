/**
 * A Homebrew formula of the packed file. Under Node, as macOS warns of programs that nobody known has signed. Its version is in the
 * address: `brew audit` refuses a line that says it again.
 */
import { about, type Manifest } from './release.ts'

export const formula: Manifest = ({ version, licence, homepage, file }) => {
  const { url, sha256 } = file(`surveyctl-${version}.tgz`)
  return {
    'surveyctl.rb': `class Surveyctl < Formula
  desc "${about}"
  homepage "${homepage}"
  url "${url}"
  sha256 "${sha256}"
  license "${licence}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec.glob("lib/node_modules/surveyctl/dist/man/*.1")
    man7.install_symlink libexec.glob("lib/node_modules/surveyctl/dist/man/*.7")
    bash_completion.install libexec/"lib/node_modules/surveyctl/completions/surveyctl.bash" => "surveyctl"
    zsh_completion.install libexec/"lib/node_modules/surveyctl/completions/_surveyctl"
    fish_completion.install libexec/"lib/node_modules/surveyctl/completions/surveyctl.fish"
  end

  test do
    assert_match "42", shell_output("#{bin}/surveyctl sandbox run -- surveyctl quiz list")
  end
end
`,
  }
}
