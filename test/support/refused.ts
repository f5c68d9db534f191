/** For `expect(await run(...)).toMatchObject(...)`: nothing was done, and standard error says why. */
import { expect } from 'vitest'

export const refused = (why: string, exitCode = 2): { exitCode: number; stderr: unknown } => ({
  exitCode,
  stderr: expect.stringContaining(why),
})
