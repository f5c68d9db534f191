/** Counters and pixels: numbers that are written into the survey. */
import { expect, it } from 'vitest'
import { findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { useSandbox } from '../support/served.ts'
import { refused } from '../support/refused.ts'

const served = useSandbox('demo')
const { run } = served

/** The copies that pages read. */
const inVersions = (service: string): unknown[] => {
  const { draft, published } = findQuiz(served.sandbox.service.store, 42)!
  return [draft, published].map((content) => content?.counters?.[service])
}

it('is set, switched on, off, and removed with its copy in the survey', async () => {
  const set = await run('counter set 42 analytics_b G-12AB34 --session-replay')
  expect(set.stderr).toContain('surveyctl counter activate 42 analytics_b')
  expect((await run('counter view 42 analytics_b --json')).json).toMatchObject({
    service: 'analytics_b',
    counter: 'G-12AB34',
    is_active: false,
    is_session_replay: true,
  })
  await run('counter activate 42 analytics_b')
  expect(inVersions('analytics_b')).toEqual([1, 2].map(() => ({ counter: 'G-12AB34', is_active: true, is_session_replay: true })))
  await run('counter deactivate 42 analytics_b')
  expect((await run('counter view 42 analytics_b --json')).json).toMatchObject({ counter: 'G-12AB34', is_active: false })
  expect((await run('counter delete 42 analytics_b --yes')).stdout).toBe('Removed analytics_b of survey 42\n')
  expect((await run('counter view 42 analytics_b --json')).json).toMatchObject({ counter: null, is_active: false })
  expect(inVersions('analytics_b')).toEqual([undefined, undefined])
})

it('keeps the switch when the number changes', async () => {
  await run('counter set 42 analytics_a 99 --version legacy')
  expect((await run('counter view 42 analytics_a --json')).json).toMatchObject({ counter: '99', version: 'legacy', is_active: true })
})

it('refuses what cannot be', async () => {
  for (const verb of ['activate', 'deactivate'])
    expect(await run(`counter ${verb} 42 pixel_b --json`)).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  expect(await run('counter delete 42 pixel_b --yes --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  expect(await run(['counter', 'set', '42', 'pixel_a', '1'.repeat(21)])).toMatchObject(refused('1 to 20'))
  expect(await run('counter set 42 pixel_a 1 --version legacy')).toMatchObject(refused('analytics_a only'))
  expect(await run('counter set 42 pixel_a 1 --session-replay')).toMatchObject(refused('analytics_b only'))
  expect(await run('counter view 42 pixel_c')).toMatchObject(refused('pixel_a, pixel_b'))
  expect(await run('api GET /quiz/42/integrations/counters/pixel_c --json')).toMatchObject({
    exitCode: 6,
    error: { code: 'unknown_service' },
  })
  expect(await run('counter delete 42 pixel_a')).toMatchObject(refused('--yes'))
})

it('needs the plan option of its service, also to stop', async () => {
  await served.control('plan set', { change: { analytics_a: false } })
  expect(await run('counter set 42 analytics_a 5 --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect((await run('counter set 42 pixel_a 5')).exitCode).toBe(0)
  expect((await run('counter deactivate 42 analytics_a')).exitCode).toBe(4)
})
