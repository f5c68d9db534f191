/** A messenger from its bot to what its chats are told, with its log in `integration`. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

const rating = '10000000-0000-4000-8000-000000000004'
const inbox = async (): Promise<any[]> => control('inbox', { channel: 'messenger_b' })

it('is activated, gets a chat, and tells it of each answer without what is left out', async () => {
  const activated = await run('messenger activate 46 messenger_b')
  expect(activated.stdout).toBe('Activated messenger_b of survey 46\n')
  expect(activated.stderr).toMatch(/https:\/\/\S+bot\?start=/)
  const { recipient_id } = await control('connect', { quiz: 46, what: 'messenger_b' })
  await run(['messenger', 'subject', '46', 'messenger_b', 'A partner answered'])
  await run('messenger buttons 46 messenger_b --enabled')
  await run('messenger widgets 46 messenger_b --hidden 10000000-0000-4000-8000-000000000202')
  expect((await run('messenger view 46 messenger_b --json')).json).toMatchObject({
    is_active: true,
    subject: 'A partner answered',
    buttons_enabled: true,
    hidden_widget_ids: ['10000000-0000-4000-8000-000000000202'],
    recipients: [{ id: recipient_id }],
  })
  await control('answer', { quiz: 46, count: 1, seed: 1 })
  const [message] = await inbox()
  expect(message).toMatchObject({ quiz_id: 46, subject: 'A partner answered' })
  expect(message.text).toContain('How do we work together?')
  expect(message.text).not.toContain('How well do we answer?')

  await run('messenger deactivate 46 messenger_b')
  await control('answer', { quiz: 46, count: 1, seed: 2 })
  expect(await inbox()).toHaveLength(1)
})

it('saves the subject and the left-out questions apart', async () => {
  await run(`messenger widgets 42 messenger_a --hidden ${rating}`)
  await run(['messenger', 'subject', '42', 'messenger_a', 'Spring'])
  expect((await run('messenger view 42 messenger_a --json')).json).toMatchObject({ subject: 'Spring', hidden_widget_ids: [rating] })
  await run(['messenger', 'widgets', '42', 'messenger_a', '--hidden', ''])
  expect((await run('messenger view 42 messenger_a --json')).json).toMatchObject({ subject: 'Spring', hidden_widget_ids: [] })
})

it('logs what a chat did not take, and sends it again on request', async () => {
  await run('messenger remove-recipient 42 messenger_a chat-2 --yes')
  await control('revoke', { quiz: 42, what: 'messenger_a' })
  await control('answer', { quiz: 42, count: 2, seed: 1 })
  const logs = await run('integration logs 42 messenger_a --limit 2 --json')
  expect(logs.json.map(({ status, recipient_id }: any) => [status, recipient_id])).toEqual([
    ['failed', 'chat-1'],
    ['failed', 'chat-1'],
  ])

  expect(await control('connect', { quiz: 42, what: 'messenger_a' })).toMatchObject({ recipient_id: 'chat-1' })
  expect((await run(`integration resend 42 messenger_a --log ${logs.json[0].id}`)).stdout).toBe('Sending 1 message again\n')
  expect((await run('integration resend 42 messenger_a')).stdout).toBe('Sending 2 messages again\n')
  expect((await run('integration logs 42 messenger_a --all --json')).json.every(({ status }: any) => status === 'sent')).toBe(true)
  expect((await run('integration resend 42 messenger_a')).stdout).toContain('Nothing to send again')
})

it('tries all chats, and says why it cannot', async () => {
  expect(await run('messenger test 42 messenger_a')).toMatchObject({
    exitCode: 0,
    stdout: 'Sent a trial message to messenger_a of survey 42\n',
  })
  expect(await control('inbox', { channel: 'messenger_a' })).toHaveLength(2)
  await control('revoke', { quiz: 42, what: 'messenger_a' })
  expect(await run('messenger test 42 messenger_a --json')).toMatchObject({ exitCode: 1, error: { code: 'test_failed' } })
  await control('disconnect', { quiz: 42, what: 'messenger_a' })
  expect(await run('messenger test 42 messenger_a --json')).toMatchObject({ exitCode: 1, error: { code: 'no_recipients' } })
  await run('messenger deactivate 42 messenger_a')
  expect(await run('messenger test 42 messenger_a --json')).toMatchObject({ exitCode: 1, error: { code: 'inactive' } })
})

it('refuses every action but activating where nothing is connected', async () => {
  const verbs = ['deactivate', 'delete', 'buttons', 'widgets', 'subject', 'remove-recipient', 'test']
  const more: Record<string, string[]> = {
    buttons: ['--enabled'],
    widgets: ['--hidden', ''],
    subject: ['S'],
    'remove-recipient': ['chat-1'],
  }
  for (const verb of verbs) {
    expect(await run(['messenger', verb, '42', 'messenger_b', ...(more[verb] ?? []), '--yes', '--json']), verb).toMatchObject({
      exitCode: 1,
      error: { code: 'not_connected' },
    })
  }
  expect((await run('messenger view 42 messenger_b --json')).json).toMatchObject({ is_active: false, bot_url: null, recipients: [] })
  expect(await run('integration logs 42 messenger_b --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  expect(await run('integration resend 42 messenger_b --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  await run('messenger delete 42 messenger_a --yes')
  expect((await run('messenger view 42 messenger_a --json')).json).toMatchObject({ is_active: false, recipients: [] })
})

it('says before anything is sent what is wrong with it', async () => {
  expect(await run(['messenger', 'subject', '42', 'messenger_a', 'x'.repeat(71)])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('up to 70'),
  })
  expect(await run('messenger subject 42 messenger_a')).toMatchObject({ exitCode: 2 })
  expect(await run('messenger view 42 messenger_c')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('messenger_a, messenger_b'),
  })
  expect(await run('messenger widgets 42 messenger_a --hidden 1')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('UUID') })
  expect(await run('messenger buttons 42 messenger_a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--enabled') })
  expect(await run('messenger delete 42 messenger_a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect(await run('messenger remove-recipient 42 messenger_a nobody --yes --json')).toMatchObject({
    exitCode: 5,
    error: { code: 'not_found' },
  })
  expect(await run('api GET /quiz/42/integrations/messenger/messenger_c --json')).toMatchObject({
    exitCode: 6,
    error: { code: 'unknown_messenger' },
  })
})

it('needs the plan option of its messenger, also to stop', async () => {
  await control('plan set', { change: { messenger_a: false } })
  expect(await run('messenger view 42 messenger_a --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect(await run('messenger activate 42 messenger_a --json')).toMatchObject({ exitCode: 4 })
  expect((await run('messenger activate 42 messenger_b')).exitCode).toBe(0)
  expect(await run('messenger deactivate 42 messenger_a --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect((await run('messenger delete 42 messenger_a --yes')).exitCode).toBe(4)
})
