# PowerShell completion of surveyctl
Register-ArgumentCompleter -Native -CommandName surveyctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.ToString() })
    $program = $words[0]
    $words = @($words | Select-Object -Skip 1)
    if ($wordToComplete -eq '') { $words += '' }
    $lines = @(& $program __complete @words 2>$null)
    if ($lines.Count -gt 0 -and $lines[0] -eq ':files') { return }
    foreach ($line in $lines) {
        $value, $about = $line -split "`t", 2
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
}
