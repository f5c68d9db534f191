import { packaged } from '../../assets.ts'
import { group, ownCommand } from '../../cli/command.ts'
import { usageError } from '../../errors.ts'
import { own } from '../../text/own.ts'

/** The script of each shell. */
export const completionFiles = { bash: 'surveyctl.bash', zsh: '_surveyctl', fish: 'surveyctl.fish', powershell: 'surveyctl.ps1' } as const

export const completionGroup = group('completion', {
  summary: 'Completion script of a shell',
  commands: [
    ownCommand('', {
      summary: 'Print the completion script of bash, zsh, fish or powershell',
      positionals: ['shell'],
      arguments: {
        shell:
          'bash, zsh, fish or powershell. For good: "source <(surveyctl completion bash)" in ~/.bashrc; "source <(surveyctl completion zsh)" in ~/.zshrc; surveyctl completion fish > ~/.config/fish/completions/surveyctl.fish; "surveyctl completion powershell | Out-String | Invoke-Expression" in $PROFILE',
      },
      examples: ['completion bash', 'completion fish'],
      run: async (context, { shell }) => {
        const file = own(completionFiles, shell)
        if (!file)
          throw usageError(
            `SHELL must be one of ${Object.keys(completionFiles).join(', ')}`,
            'To load it now: source <(surveyctl completion bash)',
          )
        await context.show.print(packaged(`completions/${file}`).toString())
      },
    }),
  ],
})
