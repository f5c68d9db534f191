export interface CommandEntry {
  section: string
  noun: string
  summary: string
  aliases: readonly string[]
}

/** The page of `surveyctl --help`: every group with one line, the most used first. */
export function rootHelp(entries: readonly CommandEntry[]): string {
  const width = Math.max(...entries.map(({ noun }) => noun.length)) + 2
  const sections = [...new Set(entries.map(({ section }) => section))]
  const lines = sections.flatMap((section) => [
    '',
    `${section}:`,
    ...entries.filter((entry) => entry.section === section).map(({ noun, summary }) => `  ${noun.padEnd(width)}${summary}`),
  ])
  return [
    'The surveys, answers and integrations of an account, from the command line.',
    '',
    'Usage: surveyctl NOUN VERB [ARGUMENTS] [FLAGS]',
    ...lines,
    '',
    'Start here:',
    '  surveyctl auth login                 sign in with an API key',
    '  surveyctl sandbox start              try everything here without an account',
    '  surveyctl quiz list                  your surveys',
    '  surveyctl quiz publish 42            publish one',
    '  surveyctl export csv 42 -o a.csv     its answers',
    '',
    'surveyctl NOUN --help lists the verbs, surveyctl NOUN VERB --help the flags.',
    'Guides: surveyctl help GUIDE, one of scripting, projects, analysis, warehouse,',
    'assistants, backup, moving, ci, configuration, sandbox, failures, windows-macos;',
    'or a section of one, as exit-codes, environment or flags.',
    'Everywhere: --json, --fields, --jq, --quiet, --dry-run, --no-input, --version.',
    '',
  ].join('\n')
}
