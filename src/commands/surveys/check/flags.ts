import type { Column } from '../../../output/columns.ts'

/** Of findings in surveys of the service. */
export const findingColumns = ['severity', 'survey', 'rule', 'message', 'fix'] as const satisfies Column[]

/** Flags of every check. */
export const checkFlags = {
  failOn: {
    flag: '--fail-on <severity>',
    about: 'Exit 1 from this severity on (default error)',
    choices: ['error', 'warning', 'info', 'never'],
  },
  config: { flag: '--config <file>', about: 'Rules and suppressions (default: check.yaml, if it exists)' },
  suppress: { flag: '--no-suppress', about: 'Show suppressed findings as well' },
  sarif: { flag: '--sarif <file>', about: 'Write the findings as SARIF 2.1.0, for code hosts', saves: ['sarif', 'json'] },
  junit: { flag: '--junit <file>', about: 'Write the findings as JUnit XML, for CI systems', saves: ['xml'] },
} as const
