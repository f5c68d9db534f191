/** Beside the definitions of commands: what it takes to look at answers is loaded when a command runs. */
export const allowLoss = {
  flag: '--allow-loss',
  about: 'Go on although answers lose their question or option, or get another meaning',
} as const
