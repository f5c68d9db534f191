import { packaged } from '../../assets.ts'
import { group, ownCommand } from '../../cli/command.ts'
import { usageError } from '../../errors.ts'

const files = new Map(
  Object.entries<string>({
    bash: 'surveyctl.bash',
    zsh: '_surveyctl',
    fish: 'surveyctl.fish',
    powershell: 'surveyctl.ps1',
  }),
)

export const completionGroup = group('completion', 'Completion script of a shell', [
  ownCommand('', {
    summary: 'Print the completion script of bash, zsh, fish or powershell',
    positionals: ['shell'],
    arguments: {
      shell:
        'bash, zsh, fish or powershell. For good: "source <(surveyctl completion bash)" in ~/.bashrc; "source <(surveyctl completion zsh)" in ~/.zshrc; surveyctl completion fish > ~/.config/fish/completions/surveyctl.fish; "surveyctl completion powershell | Out-String | Invoke-Expression" in $PROFILE',
    },
    examples: ['completion bash', 'completion fish'],
    run: async (context, { shell }) => {
      const file = files.get(shell ?? '')
      if (!file)
        throw usageError(`SHELL must be one of ${[...files.keys()].join(', ')}`, 'To load it now: source <(surveyctl completion bash)')
      await context.show.print(packaged(`completions/${file}`).toString())
    },
  }),
])
