/** How many requests a job takes at most: each is 50 to 300 ms to a real service. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')

/** What a command asked; it has to end well. */
async function asked(line: string | string[]): Promise<string[]> {
  // The next command of a shell comes a process's start later; what this tool changed within 10 ms is read again.
  await vi.waitUntil(() => performance.now() - ended > 30, { interval: 10 })
  const [before, begun] = [served.sandbox.requests.length, performance.now()]
  const { exitCode, stderr } = await served.run(line)
  expect([line, exitCode], stderr).toEqual([line, 0])
  ended = performance.now()
  slow = ended - begun > 2000
  return served.sandbox.requests.slice(before)
}
/** Of the last command: a draft that was read two seconds ago is read again before it is saved, as on a machine that does much else. */
let slow = false
let ended = 0
const atMost = (most: number, requests: readonly string[]): void =>
  expect(requests.length, `\n${requests.join('\n')}\n`).toBeLessThanOrEqual(slow ? most + 1 : most)

/** A draft that nobody answered, and one of 170 answers. */
const [untouched, answered] = [43, 42]

it.each([
  ['never answered', untouched, 4],
  ['answered', answered, 5],
])('publishing a survey that was %s', async (_, id, most) => {
  const first = await asked(`quiz publish ${id}`)
  expect(first.filter((line) => line.startsWith('POST'))).toHaveLength(first.some((line) => line.endsWith('/report')) ? 2 : 1)
  atMost(most, first)
  // Now its last publication is known here.
  await asked(['question', 'set', String(id), '1', 'description=Another'])
  atMost(most, await asked(`quiz publish ${id}`))
  atMost(most, await asked(`quiz publish ${id} --if-changed`))
})

it.each([untouched, answered])('saving survey %s: read, count, save, read back', async (id) => {
  const file = join(freshFolder(), 'survey.yaml')
  await asked(`quiz export ${id} -o ${file}`)
  atMost(2, await asked(`quiz save ${id} --file ${file}`))
  const widgets = (await served.sandbox.request('GET', `/quiz/${id}`)).body.widgets
  const json = join(freshFolder(), 'survey.json')
  const [welcome] = widgets.ids
  writeFileSync(
    json,
    JSON.stringify({ ...widgets, entities: { ...widgets.entities, [welcome]: { ...widgets.entities[welcome], title: 'Hello' } } }),
  )
  atMost(4, await asked(`quiz save ${id} --file ${json}`))
})

const edits = [
  'question set 42 yesno-1 description=Shorter',
  'question set 43 2 title=Where?',
  'question add 42 --type rating --title Overall',
  'question copy 42 1',
  'option add 42 choice-1 Elsewhere',
  'option remove 42 dropdown-1 1 --allow-loss --yes',
  ['condition', 'add', '42', '--when', '6 < 3', '--jump', 'submit'],
  'condition remove 42 1 --yes',
]
it('changing a question, option or rule: read, count, save, read back', async () => {
  for (const line of edits) atMost(4, await asked(line))
})

it('checking a survey with nothing connected', async () => atMost(16, await asked(['quiz', 'check', String(untouched)])))

it('a backup of a survey without connections and media, and its answers by the thousand', async () => {
  await asked('quiz create --name Bare --folder 2')
  const bare = (await served.sandbox.request('GET', '/quiz')).body.find(({ name }: { name: string }) => name === 'Bare').id as number
  await asked(['question', 'add', String(bare), '--type', 'rating', '--title', 'Overall'])
  await asked(`quiz publish ${bare}`)
  await served.sandbox.control('answer', { quiz: bare, count: 1001 })
  const folder = join(freshFolder(), 'copy')
  const requests = await asked(['account', 'backup', folder, '--answers'])
  const ofOne = requests.filter((line) => new RegExp(`/quiz/${bare}(/|$)`).test(line))
  // Each has something that no other has: texts in two languages, four counters, a second look whether somebody edited it meanwhile ...
  const [reads, deletedAnswers, pages] = [18, 1, 2]
  expect(ofOne.length, ofOne.join('\n')).toBeLessThanOrEqual(reads + deletedAnswers + pages)
})
