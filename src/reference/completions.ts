/** Completion scripts of four shells. They are thin: the words come from `surveyctl __complete`, so they never grow old. */

import { completionFiles } from '../commands/tool/completion.ts'

type Shell = keyof typeof completionFiles

const bash = `# bash completion of surveyctl
_surveyctl() {
  local IFS=$'\\n' line words lines=()
  # "key=value" and "a:b" are one word here, whatever COMP_WORDBREAKS says
  local before="\${COMP_LINE:0:COMP_POINT}"
  IFS=$' \\t' read -ra words <<< "$before"
  [[ "$before" == *[[:space:]] ]] && words+=("")
  local current="\${words[\${#words[@]}-1]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      compopt -o default 2>/dev/null
      COMPREPLY=()
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
    lines+=("$line")
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  # what stands before the last word break is on the line already
  local head="\${current%"\${current##*[=:]}"}"
  if [[ -n "$head" ]]; then COMPREPLY=("\${COMPREPLY[@]#"$head"}"); fi
  # only a list that is looked at (the second Tab) has room for meanings
  if [[ "$COMP_TYPE" == 63 && \${#COMPREPLY[@]} -gt 1 ]]; then
    local index about
    for index in "\${!COMPREPLY[@]}"; do
      about="\${lines[index]#*$'\\t'}"
      if [[ "$about" != "\${lines[index]}" ]]; then COMPREPLY[index]+="  (\${about:0:50})"; fi
    done
  fi
  compopt -o nosort 2>/dev/null
}
complete -F _surveyctl surveyctl
`

const zsh = `#compdef surveyctl
# zsh completion of surveyctl
_surveyctl() {
  local -a lines values
  local line value about
  lines=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == ":files" ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    about="\${line#*$'\\t'}"
    if [[ "$about" == "$line" ]]; then values+=("\${value//:/\\\\:}"); else values+=("\${value//:/\\\\:}:$about"); fi
  done
  if [[ \${#values[@]} -gt 0 ]]; then
    if [[ "\${values[1]%%:*}" == *= ]]; then _describe -V surveyctl values -S ''; else _describe -V surveyctl values; fi
  fi
}
if [[ "$funcstack[1]" == "_surveyctl" ]]; then
  _surveyctl "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }
  compdef _surveyctl surveyctl
fi
`

const fish = `# fish completion of surveyctl
function __surveyctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\\n' $lines
end
complete -c surveyctl -f -k -a '(__surveyctl_complete)'
`

const powershell = `# PowerShell completion of surveyctl
Register-ArgumentCompleter -Native -CommandName surveyctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.ToString() })
    $program = $words[0]
    $words = @($words | Select-Object -Skip 1)
    if ($wordToComplete -eq '') { $words += '' }
    $lines = @(& $program __complete @words 2>$null)
    if ($lines.Count -gt 0 -and $lines[0] -eq ':files') { return }
    foreach ($line in $lines) {
        $value, $about = $line -split "\`t", 2
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
}
`

const scripts: Record<Shell, string> = { bash, zsh, fish, powershell }

/** By their paths. */
export const completionScripts = (): [path: string, script: string][] =>
  (Object.keys(scripts) as Shell[]).map((shell) => [`completions/${completionFiles[shell]}`, scripts[shell]])
