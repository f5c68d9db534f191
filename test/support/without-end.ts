import type { CommandDefinition } from '../../src/cli/command.ts'

/** Whether a line of this command runs until it is interrupted. */
export const isWithoutEnd = ({ endless, extra = {} }: CommandDefinition, line: string): boolean =>
  endless === true || Object.values(extra).some((flag) => flag.endless && line.split(' ').includes(flag.flag.split(' ')[0]!))
