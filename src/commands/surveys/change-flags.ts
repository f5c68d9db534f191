/** Beside the definitions of commands: what it takes to look at answers is loaded when a command runs. */
export const allowLoss = {
  flag: '--allow-loss',
  about: 'Continue although answers lose their question or option, or change their meaning',
} as const

export const waitUnlock = {
  flag: '--wait-unlock <duration>',
  about: 'If a paid campaign locks a survey, wait up to this long for it to end (30s, 30m, 2h)',
} as const
