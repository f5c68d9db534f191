/** The flag of nearly all commands of a project. */
export const env = { flag: '--env <name>', about: 'Environment of surveyctl.yaml (default: its "default", or the only one)' } as const
