/** The program speaks to the profile's service and to nobody else: whatever is typed, as strace sees it. The number is that of the design's acceptance list. */
import { cpSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder } from '../support/program.ts'
import { plainLines } from '../support/plain-lines.ts'
import { programFolder } from '../support/readme.ts'
import { useSandbox } from '../support/served.ts'
import { noStrace, traced } from '../support/traced.ts'

const served = useSandbox('demo')
const isWhole = process.env.SURVEYCTL_FULL === '1'
const files = join(import.meta.dirname, '..', 'support', 'examples')

/** Every sixteenth by day. At night all, as often as makes a thousand. */
const rounds = isWhole ? Math.ceil(1000 / plainLines.length) : 1
const lines = plainLines
  .map(({ line }) => line)
  .filter((_, index) => isWhole || index % 16 === 0)
  // Nothing would be left for those after it.
  .filter((line) => !line.includes('--with-quizzes'))

describe.skipIf(noStrace)(`commands${noStrace ? ` (${noStrace})` : ''}`, () => {
  it.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    `24: connect to the service alone (${lines.length}, round %i of ${rounds})`,
    async () => {
      const { baseUrl, apiKey, workspaceId: workspace } = served.sandbox
      const cwd = freshFolder()
      cpSync(files, cwd, { recursive: true })
      const env = environment({ baseUrl, apiKey, workspace, env: { PATH: [programFolder(), process.env.PATH].join(delimiter) } })
      const script = lines.map((line) => `${line} || echo "failed: ${line}" >&2`).join('\n')
      const { stderr, connections, programs } = await traced('sh', { args: ['-c', script], env, cwd })
      expect(connections).toEqual([new URL(baseUrl).host])
      // What was changed may be in the way of another; but they did run.
      const failed = stderr.split('\n').filter((line) => line.startsWith('failed: '))
      expect(failed.length, failed.join('\n')).toBeLessThan(lines.length / 10)
      expect(programs.filter((path) => path === process.execPath)).toHaveLength(lines.length)
    },
  )
})
