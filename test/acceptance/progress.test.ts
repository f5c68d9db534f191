/** Long work on a terminal: what is done stands above, how far it is in one line below, and nothing of that line is left. */
import { expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { useSandbox } from '../support/served.ts'
import { screenOf } from '../support/terminal.ts'

const served = useSandbox('demo', { keep: true })

it.skipIf(!hasPty)('publishes twelve surveys, a line each (needs script)', async () => {
  const copies = await Promise.all(Array.from({ length: 12 }, () => served.sandbox.request('POST', '/quiz/43/duplicate', {})))
  const ids = copies.map(({ body }) => String(body.quiz.id))
  await served.control('fault add', { pattern: `POST /quiz/${ids[3]}/publish`, status: 403, times: 1 })
  await served.control('fault add', { pattern: 'POST /quiz/*/publish', delay: 400 })
  const { screen: written } = await onTerminal(['quiz', 'publish', ...ids], { env: served.sandbox.signedIn, columns: 80 })
  const screen = screenOf(written)
  expect(written).toMatch(/publish {2}━+─* {2}\d+% {2}\d+ of 12/)
  expect(written).toMatch(/left/)
  const done = screen.filter((line) => /^✓ Published survey \d+ "Onboarding \(copy\)" · http\S+$/.test(line))
  expect(done).toHaveLength(11)
  expect(screen.filter((line) => !done.includes(line)).join('\n')).not.toMatch(/publish {2}|[━─⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|Waiting/)
  expect(screen.find((line) => line.includes(String(ids[3])) && !line.startsWith('✓'))).toMatch(/^✗ /)
})

it.skipIf(!hasPty)('counts answers with what is left (needs script)', async () => {
  await served.control('answer', { quiz: 42, count: 12_000 })
  await served.control('fault add', { pattern: 'GET /quiz/42/answers', delay: 100 })
  const { screen: written } = await onTerminal(['answer', 'stats', '42', '1'], { env: served.sandbox.signedIn, columns: 80 })
  expect(written).toMatch(/answers {2}━*─* {2}\d+% {2}\S+ of \S+/)
  expect(screenOf(written).join('\n')).not.toMatch(/answers {2}|[━─⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|Waiting/)
})

it.skipIf(!hasPty)('answers a survey thousands of times, and shows how far it is (needs script)', async () => {
  const line = ['sandbox', 'answer', '42', '--count', '30000']
  const { screen: written } = await onTerminal(line, { env: { ...served.sandbox.signedIn, ...served.sandbox.env }, columns: 80 })
  expect(written).toMatch(/answers {2}━+─* {2}\d+% {2}\S+ of \S+.*left/)
  expect(screenOf(written).join('\n')).toMatch(/Answered survey 42 30000 times/)
  expect(screenOf(written).join('\n')).not.toMatch(/[━─⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
})
