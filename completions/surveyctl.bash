# bash completion of surveyctl
_surveyctl() {
  local IFS=$'\n' line words cword
  # "key=value" and "a:b" are one word here, whatever COMP_WORDBREAKS says
  local before="${COMP_LINE:0:COMP_POINT}"
  IFS=$' \t' read -ra words <<< "$before"
  [[ "$before" == *[[:space:]] ]] && words+=("")
  local current="${words[${#words[@]}-1]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      compopt -o default 2>/dev/null
      COMPREPLY=()
      return
    fi
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  # what stands before the last word break is on the line already
  local head="${current%"${current##*[=:]}"}"
  if [[ -n "$head" ]]; then COMPREPLY=("${COMPREPLY[@]#"$head"}"); fi
}
complete -F _surveyctl surveyctl
