/** Beside the definitions of commands: what it takes to look at answers is loaded when a command runs. */
export const allowLoss = {
  flag: '--allow-loss',
  about: 'Continue although answers lose their question or option, or change their meaning',
} as const
