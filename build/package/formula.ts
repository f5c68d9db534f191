/** `node build/package/formula.ts ADDRESS FILE`: a Homebrew formula of the packed file, from its version and hash. Under Node, as macOS warns of programs that nobody known has signed. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }

export const formula = (address: string, file: string): string => `class Surveyctl < Formula
  desc "Command-line interface to a hosted survey platform"
  homepage "${new URL('.', address).href}"
  url "${address}"
  version "${packageJson.version}"
  sha256 "${createHash('sha256').update(readFileSync(file)).digest('hex')}"
  license "${packageJson.license}"
  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    bash_completion.install libexec/"lib/node_modules/surveyctl/completions/surveyctl.bash" => "surveyctl"
    zsh_completion.install libexec/"lib/node_modules/surveyctl/completions/_surveyctl"
    fish_completion.install libexec/"lib/node_modules/surveyctl/completions/surveyctl.fish"
  end

  test do
    assert_match "42", shell_output("#{bin}/surveyctl sandbox run -- surveyctl quiz list")
  end
end
`

if (import.meta.main) process.stdout.write(formula(process.argv[2] ?? '', process.argv[3] ?? ''))
