# bash completion of surveyctl
_surveyctl() {
  local IFS=$'\n' line words lines=()
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
    lines+=("$line")
  done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  # what stands before the last word break is on the line already
  local head="${current%"${current##*[=:]}"}"
  if [[ -n "$head" ]]; then COMPREPLY=("${COMPREPLY[@]#"$head"}"); fi
  # only a list that is looked at (the second Tab) has room for meanings
  if [[ "$COMP_TYPE" == 63 && ${#COMPREPLY[@]} -gt 1 ]]; then
    local index about
    for index in "${!COMPREPLY[@]}"; do
      about="${lines[index]#*$'\t'}"
      if [[ "$about" != "${lines[index]}" ]]; then COMPREPLY[index]+="  (${about:0:50})"; fi
    done
  fi
  compopt -o nosort 2>/dev/null
}
complete -F _surveyctl surveyctl
