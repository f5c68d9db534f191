import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { head, hostile, json, page, whole } from './hostile.ts'
import { allKinds, codeOf, csv, inside, kinds, quiz, streamed, type Fault } from './kinds.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'
import { bodies, bursts, connection, framing, statuses } from './misdeeds.ts'
import { expectTold, watched } from './watched.ts'
import { cutAt, drip, endlessly } from './ways.ts'

/**
 * Each fault meets the write that must not be repeated, each kind that ends with a code of its own, and one of the others in turn, so that
 * each kind meets faults of all sorts; all kinds with SURVEYCTL_FULL=1.
 */
function chosen(fault: Fault, index: number): Fault {
  const { kinds: all = streamed, codes } = fault
  const always = all.filter((kind) => kind === 'create' || (typeof codes !== 'number' && kind in codes))
  const others = all.filter((kind) => !always.includes(kind))
  return full ? fault : { ...fault, kinds: [...always, ...others.slice(index % others.length).slice(0, 1)] }
}

/** Runs each kind against a server of its own. */
async function meet({ behave, codes, timeout = 10, kinds: some = streamed, creates = 1 }: Fault, asJson: boolean): Promise<void> {
  await Promise.all(
    some.map(async (kind) => {
      const [at, folder] = [await hostile(behave(kinds[kind].good)), freshFolder()]
      const flags = ['--quiet', '--timeout', String(timeout), ...(asJson ? ['--json'] : [])]
      const outcome = await watched([...inside(folder, kinds[kind].args), ...flags], { baseUrl: at.url })
      at.close()
      expect([kind, outcome.exitCode], outcome.stderr || outcome.stdout.slice(0, 500)).toEqual([kind, codeOf(codes, kind)])
      expectTold(outcome, asJson)
      if (kind === 'create') {
        const sent = at.asked.filter(({ method }) => method !== 'GET').length
        count({ twice: Math.max(0, sent - creates) })
        expect(sent, 'sent').toBeLessThanOrEqual(creates)
        if (outcome.exitCode === 8 && creates === 1) expect(outcome.stderr).toMatch(/is unknown|come back/)
      }
      expectWholeOrNothing(folder, outcome.exitCode)
    }),
  )
}

function expectWholeOrNothing(folder: string, exitCode: number): void {
  const left = readdirSync(folder)
  count({ partial: Number(exitCode !== 0 && left.length > 0) })
  expect(left.filter((name) => name !== 'answers.csv')).toEqual([])
  if (exitCode !== 0) expect(left).toEqual([])
}

describe.each([
  { kind: 'a connection that', faults: connection.map((fault) => ({ kinds: allKinds, ...fault })) },
  { kind: 'framing:', faults: framing },
  { kind: 'a body:', faults: bodies },
  { kind: 'a burst:', faults: bursts },
  { kind: 'a status:', faults: statuses },
])('$kind', ({ faults }) => {
  // Half of them as lines, half as JSON: what differs is the last step only.
  it.concurrent.each(faults.map((fault, index) => ({ ...chosen(fault, index), asJson: index % 2 === 1 })))('$name', (fault) =>
    meet(fault, fault.asJson),
  )
})

describe('a file', () => {
  it('that comes byte by byte is whole', async () => {
    const [at, folder] = [await hostile((socket) => void drip(socket, whole(kinds.file.good), 0)), freshFolder()]
    const { exitCode } = await watched(inside(folder, kinds.file.args), { baseUrl: at.url })
    at.close()
    expect([exitCode, readFileSync(join(folder, 'answers.csv')).equals(csv)]).toEqual([0, true])
  })
  it.concurrent.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['\u001b[2Jclear\u202egnp.csv', '[2Jcleargnp.csv'],
    ['/', 'survey-42'],
    ['..', 'survey-42'],
    ['CON.csv', '_CON.csv'],
    ['-rf', '_rf'],
    ['a\u0000b\nc.csv', 'abc.csv'],
    [`${'x'.repeat(400)}.csv`, `${'x'.repeat(196)}.csv`],
    ['=cmd|calc!A0.csv', '=cmd_calc!A0.csv'],
  ])('called %j gets a plain name', async (given, name) => {
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(given).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
    }
    const [at, above] = [await hostile((socket) => socket.write(whole({ status: 200, headers, body: csv }))), freshFolder()]
    const { exitCode } = await watched(inside(above, ['export', 'csv', '42', '-o', 'in/']), { baseUrl: at.url })
    at.close()
    expect([exitCode, readdirSync(above), readdirSync(join(above, 'in'))]).toEqual([0, ['in'], [name]])
  })
  it('is there neither when it is a page, nor data', async () => {
    const folder = freshFolder()
    for (const answer of [page('<html>Sign in'), json({ status: true })]) {
      const at = await hostile((socket) => socket.end(whole(answer)))
      const { exitCode } = await watched(inside(folder, kinds.file.args), { baseUrl: at.url })
      at.close()
      expect([exitCode, existsSync(join(folder, 'answers.csv'))]).toEqual([1, false])
    }
  })
})

describe('a list', () => {
  it('without end is given up, and nothing of it is shown', async () => {
    const at = await hostile(
      endlessly(`${head(200, { 'content-type': 'application/json' })}[{"id":1,"name":"a"}`, ',{"id":2,"name":"b"}'.repeat(1000)),
    )
    const { exitCode, stdout, error } = await watched(['quiz', 'list', '--limit', '5', '--json'], { baseUrl: at.url })
    at.close()
    expect([exitCode, stdout, error.message]).toEqual([1, '', expect.stringMatching(/larger than 256 MB|does not end/)])
  })
  it('that breaks is asked for again, and then told', async () => {
    const many = json(Array.from({ length: 20_000 }, (_, id) => ({ ...quiz, id })))
    const at = await hostile((socket) => socket.end(cutAt(whole(many), 0.5)))
    const outcome = await watched(['quiz', 'list', '--ndjson'], { baseUrl: at.url })
    at.close()
    expect([outcome.exitCode, outcome.stdout, at.asked.length]).toEqual([8, '', 4])
  })
})
