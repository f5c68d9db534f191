/** What leaves the machine: each line of the table sends its request, and no other. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../../src/contract/index.ts'
import { isObject } from '../../src/text/is-object.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { files, groups, operationOf, picture, unnamed } from './anchor-requests.ts'
import { startRecorder, type Recorder } from '../support/recorder.ts'

let recorder: Recorder
let cwd: string

beforeAll(async () => {
  recorder = await startRecorder()
  cwd = freshFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), JSON.stringify(content))
  writeFileSync(join(cwd, 'picture.png'), picture)
  writeFileSync(join(cwd, 'codes.txt'), 'A1\nA2\n')
  writeFileSync(join(cwd, 'letter.txt'), 'Dear respondent')
})
afterAll(() => recorder.close())

/** As a shell does it, as far as quotes go. */
const words = (line: string): string[] => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

describe.each(Object.entries(groups))('%s', (_, rows) => {
  it.concurrent.each(rows.map(([line, request, body, input]) => ({ line, request, body, input })))(
    '$line',
    async ({ line, request, body, input }) => {
      const apiKey = `key-${Buffer.from(line).toString('hex')}`
      const run = surveyctl({ baseUrl: recorder.baseUrl, apiKey, workspace: 7 })
      const { stderr } = await run(words(line), { cwd, ...(input !== undefined && { input }) })
      const sent = recorder.of(apiKey)
      // A command may look at what it wrote; it writes once.
      const counted = request.startsWith('GET') ? sent : sent.filter(({ method }) => method !== 'GET')
      expect(
        counted.map(({ method, address, body: raw }) => [`${method} ${address}`, raw]),
        stderr,
      ).toEqual([[request, body]])
    },
  )
})

it('the rows reach each operation', () => {
  const known = Object.values(groups).flatMap((rows) => rows.map(([, request]) => operationOf(request)))
  const addresses = Object.values(contract)
    .flatMap((group) => Object.values<unknown>(group))
    .flatMap((one) => (isObject(one) && 'method' in one && 'path' in one ? [`${String(one.method)} ${unnamed(String(one.path))}`] : []))
  expect([...new Set(known)].toSorted()).toEqual([...new Set(addresses)].toSorted())
})
