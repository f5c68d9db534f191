/**
 * Numbers that JavaScript would change, on their way to the service: typed as JSON, in JSON and YAML files and from standard
 * input, and read from the service and sent back by whatever changes something else. They arrive as they were written; what
 * is no number, or larger than a field may be, is refused with its name, and nothing is sent.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fc } from '../support/property.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { hostile, json, whole } from './hostile.ts'
import { count } from './ledger.ts'
import { forms, keeper, number } from './number-forms.ts'
import { watched } from './watched.ts'

const drawn = fc.sample(number, { numRuns: process.env.SURVEYCTL_FULL ? 300 : 20 })
const numbers = [...new Set([...forms, ...drawn])].filter((text) => JSON.stringify(Number(text)) !== text || forms.includes(text as never))
const fields = (gap = ''): string => numbers.map((text, index) => `"n${index}":${gap}${text}`).join()
const list = `{${fields()},"list":[${numbers.join()}],"deep":{"list":[[${numbers.join(', ')}]],"text":"1.10, -0"}}`

let sandbox: RunningSandbox
let service: Awaited<ReturnType<typeof keeper>>
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  service = await keeper(sandbox.baseUrl, numbers)
})
beforeEach(async () => {
  await sandbox.restore()
  service.arrived.length = 0
  folder = mkdtempSync(join(tmpdir(), 'surveyctl-test-'))
})
afterAll(async () => {
  service.close()
  await sandbox.close()
})

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function run(args: string[], { input, env, at = service.url }: { input?: string; env?: Record<string, string>; at?: string } = {}) {
  const state = { XDG_STATE_HOME: join(folder, 'state'), SURVEYCTL_CONFIG_DIR: join(folder, 'config'), SURVEYCTL_API_KEY: sandbox.apiKey }
  return watched(args, { baseUrl: at, cwd: folder, env: { ...state, ...env }, ...(input !== undefined && { input }) })
}

async function done(args: string[], more: Parameters<typeof run>[1] = {}) {
  const outcome = await run(args, more)
  expect([args, outcome.exitCode], outcome.stderr + outcome.stdout.slice(0, 2000)).toEqual([args, 0])
  return outcome
}

/** Each number stands under its name, and thrice more, in what arrived last. */
function expectArrived(text = service.arrived.findLast(({ path }) => !path.endsWith('/report'))?.body ?? ''): void {
  const told = Array.from({ length: numbers.length }, (_, index) => new RegExp(`"n${index}": ?([^,}\\s]+)`).exec(text)?.[1])
  const lists = [...text.replaceAll(/\s/g, '').matchAll(/"list": ?\[+([^\]"]*)\]/g)].map(([, inner]) => inner!.split(','))
  count({ faults: numbers.length, lost: numbers.filter((each, index) => told[index] !== each).length })
  expect(told).toEqual(numbers)
  expect(lists.slice(0, 2)).toEqual([numbers, numbers])
}

const question = '10000000-0000-4000-8000-00000000000a'
const odd = (title: string): string =>
  `{"ids":["welcome","${question}","submit"],"entities":{"welcome":{"type":"welcome"},"${question}":{"type":"choice","title":"${title}","far":${list},` +
  `"choiceEntities":[{"id":"1","title":"A","far":${list}},{"id":"2","title":"B"}]},"submit":{"type":"submit"}}}`

/** A survey with all of them in a question and an option. */
async function survey(at = service.url): Promise<string> {
  const { body } = await sandbox.request('POST', '/quiz', { folder_id: 2, name: 'Far' })
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
  await fetch(`${at}/quiz/${body.id}/save`, { method: 'POST', headers, body: odd('Far') })
  return String(body.id)
}

describe('from files and words', () => {
  const rule = `{"if":{"all":[]},"then":{"action":"finish"},"far":${list}}`
  const sent: [name: string, args: (id: string) => string[]][] = [
    ['quiz save', (id) => ['quiz', 'save', id, '--file', file('x.json', odd('Other'))]],
    ['quiz save of YAML', (id) => ['quiz', 'save', id, '--file', file('x.yaml', ` ${odd('Other')}`)]],
    ['quiz conditions', (id) => ['quiz', 'conditions', id, '--file', file('x.json', `{"rules":[${rule}]}`)]],
    ['quiz conditions of YAML', (id) => ['quiz', 'conditions', id, '--file', file('x.yml', `rules: [${rule}]`)]],
    ['condition add', (id) => ['condition', 'add', id, '--file', file('x.json', rule)]],
    ['question add', (id) => ['question', 'add', id, '--file', file('x.json', `{"type":"input","title":"New","far":${list}}`)]],
    ['question set --file', (id) => ['question', 'set', id, '1', '--file', file('x.yaml', `{far: ${list}}`)]],
    ['question set', (id) => ['question', 'set', id, '1', `more:=${list}`]],
    ['option set', (id) => ['option', 'set', id, '1', '1', `more:=${list}`]],
    ['filter save', () => ['filter', 'save', '42', '--type', 'report', '--filters', `[{"far":${list}}]`]],
    ['api -F', () => ['api', 'POST', '/quiz/43/note', '-F', `notes:=${list}`]],
    ['api --input', () => ['api', 'POST', '/quiz/43/note', '--input', file('x.json', list)]],
  ]
  it.each(sent)('%s', async (_, args) => {
    const id = await survey()
    const { exitCode, stderr } = await run(args(id))
    // What the sandbox doesn't know it may refuse: it has arrived.
    expect([0, 6], stderr).toContain(exitCode)
    expectArrived()
  })

  it('a plan shows them as they would be sent', async () => {
    const { stdout } = await done(['quiz', 'conditions', '43', '--file', '-', '--dry-run', '--json'], {
      input: `{"rules":[],"far":${list}}`,
    })
    expectArrived(stdout)
    expect(service.arrived).toEqual([])
  })

  it('YAML has more forms than JSON', async () => {
    const text =
      'a: 0xFFFFFFFFFFFFFFFFFF\nb: +9007199254740993\nc: 0012345678901234567890\nd: 9007199254740993.\ne: .5\nf: -.10\ng: 0x10\nh: 12\n'
    const { stdout } = await done(['quiz', 'conditions', '43', '--file', file('x.yaml', text), '--dry-run', '--json'])
    expect(stdout.replaceAll(/\s/g, '')).toContain(
      '{"a":4722366482869645213695,"b":9007199254740993,"c":12345678901234567890,"d":9007199254740993,"e":0.5,"f":-0.10,"g":16,"h":12}',
    )
    for (const none of ['.inf', '-.Inf', '.nan']) {
      const { exitCode, stderr } = await run(['quiz', 'conditions', '43', '--file', file('x.yaml', `deep: [${none}]`)])
      count({ faults: 1 })
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(none)])
    }
  })
})

describe('read, and sent back with something else changed', () => {
  const changes: [name: string, change: (id: string) => Promise<unknown>][] = [
    ['question set', (id) => done(['question', 'set', id, '1', 'title=Near'])],
    ['question add', (id) => done(['question', 'add', id, '--type', 'input', '--title', 'New'])],
    ['question copy', (id) => done(['question', 'copy', id, '1'])],
    ['option add', (id) => done(['option', 'add', id, '1', 'C'])],
    ['option set', (id) => done(['option', 'set', id, '1', '2', 'title=C'])],
    [
      'quiz undo',
      async (id) => {
        await done(['question', 'set', id, '1', 'title=Near'])
        await done(['quiz', 'undo', id])
      },
    ],
    ['quiz edit', (id) => done(['quiz', 'edit', id, '--yes'], { env: { EDITOR: `sed -i 's/title: Far/title: Near/'` } })],
    [
      'quiz export and save',
      async (id) => {
        const path = join(folder, 'out.yaml')
        await done(['quiz', 'export', id, '-o', path])
        writeFileSync(path, readFileSync(path, 'utf8').replace('title: Far', 'title: Near'))
        await done(['quiz', 'save', id, '--file', path])
      },
    ],
    [
      'quiz export --json and save',
      async (id) => {
        const { stdout } = await done(['quiz', 'export', id, '--json'])
        await done(['quiz', 'save', id, '--file', '-'], { input: stdout.replace('"title": "Far"', '"title": "Near"') })
      },
    ],
    [
      'quiz view --json and save',
      async (id) => {
        const { stdout } = await done(['quiz', 'view', id, '--json'])
        await done(['quiz', 'save', id, '--file', '-'], { input: stdout.replace('"title": "Far"', '"title": "Near"') })
      },
    ],
    [
      'project pull and apply',
      async (id) => {
        await done(['project', 'init'])
        await done(['project', 'adopt', 'far', id])
        const path = join(folder, 'surveys', 'far', 'survey.yaml')
        writeFileSync(path, readFileSync(path, 'utf8').replace('title: Far', 'title: Near'))
        await done(['project', 'fmt'])
        await done(['project', 'apply', '--yes'])
        await done(['question', 'set', id, '1', 'description=Else'])
        await done(['project', 'pull'])
        expect(service.arrived.filter(({ path: asked }) => asked.endsWith('/save'))).toHaveLength(3)
        const { stdout } = await done(['project', 'plan', '--json'])
        expect(stdout).not.toContain('"before"')
      },
    ],
  ]
  it.each(changes)('%s', async (_, change) => {
    const id = await survey()
    const before = service.arrived.length
    await change(id)
    expect(service.arrived.length).toBeGreaterThan(before)
    expectArrived()
  })

  it('the sandbox keeps them too', async () => {
    const id = await survey(sandbox.baseUrl)
    await done(['quiz', 'publish', id, '--yes'], { at: sandbox.baseUrl })
    expectArrived((await done(['quiz', 'view', id, '--json'], { at: sandbox.baseUrl })).stdout)
  })

  it('without a change nothing is sent', async () => {
    const id = await survey()
    const path = join(folder, 'out.yaml')
    await done(['quiz', 'export', id, '-o', path])
    const { stdout } = await done(['quiz', 'export', id, '--json'])
    const before = service.arrived.length
    expect((await done(['quiz', 'save', id, '--file', path])).stdout).toContain('nothing was sent')
    expect((await done(['quiz', 'save', id, '--file', '-'], { input: stdout })).stdout).toContain('nothing was sent')
    expect(service.arrived).toHaveLength(before)
  })
})

describe('where a whole number is wanted', () => {
  const lines = [
    'quiz list --limit N',
    'webhook logs 42 N',
    'webhook remove 42 N --yes',
    'version restore 42 N --yes',
    'quiz set 42 limit_answer_count_value=N',
  ]
  it.each(lines)('%s', async (line) => {
    for (const text of ['9007199254740993', '12345678901234567890']) {
      const { exitCode, stderr } = await run(line.split(' ').map((word) => word.replace('N', text)))
      count({ faults: 1, lost: service.arrived.length })
      expect([exitCode, stderr, service.arrived]).toEqual([2, expect.stringContaining(text), []])
    }
  })
})

describe('answers that are kept', () => {
  const synced = async (id: string, answer: string) => {
    const row = `{"id":${id},"date_start":"2026-01-31T09:30:00Z","is_complete":true,"answers":[{"question_id":"${question}","question_text":"Q","answer":${answer},"answer_type":"input"}]}`
    const at = await hostile((socket, { path }) => {
      const body = /\/answers/.test(path)
        ? `{"answers":[${row}],"total":1}`
        : /\/report/.test(path)
          ? '{"questions":[]}'
          : '{"id":42,"name":"Far"}'
      socket.write(whole(json(body)))
    })
    const outcome = await watched(['answer', 'sync', '42', 'kept', '--to', 'ndjson,csv'], { baseUrl: at.url, cwd: folder })
    at.close()
    const kept = join(folder, 'kept')
    const files = existsSync(kept)
      ? readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ndjson|csv)$/.test(name))
      : []
    return { ...outcome, texts: files.map((name) => readFileSync(join(kept, name), 'utf8')).filter((text) => text !== '') }
  }

  it.each(['9007199254740993', '12345678901234567890', '-1e400', '0.12345678901234567890123'])('hold %s as it was said', async (text) => {
    const { exitCode, stderr, texts } = await synced('7', text)
    count({ faults: 1, lost: texts.filter((each) => !each.includes(text)).length })
    expect([exitCode, texts.length, texts], stderr).toEqual([0, expect.any(Number), texts.map(() => expect.stringContaining(text))])
    expect(texts.length).toBeGreaterThan(1)
  })

  it.each(['9007199254740993', '12345678901234567890'])('with the id %s are refused', async (id) => {
    const { exitCode, stderr } = await synced(id, '"yes"')
    count({ faults: 1 })
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(id)])
  })
})
