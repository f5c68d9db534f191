# fish completion of surveyctl
function __surveyctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\n' $lines
end
complete -c surveyctl -f -k -a '(__surveyctl_complete)'
