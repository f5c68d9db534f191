/** Letters with each answer, and the addresses that get copies. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

const letters = async (): Promise<any[]> => control('inbox', { channel: 'email' })
const question = (number: number): string => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`

it('adds an address, which gets copies once it gave its code', async () => {
  const added = await run('email recipient-add 46 team@example.org')
  const id = Number(/recipient (\d+)/.exec(added.stdout)![1])
  const [{ to, code }] = await letters()
  expect(to).toBe('team@example.org')
  expect(added.stderr).toContain(`surveyctl email recipient-confirm 46 ${id} --code`)
  await run('email enable 46 owner')
  await control('answer', { quiz: 46, count: 1, seed: 1 })
  expect((await letters()).map((letter) => letter.to)).toEqual(['team@example.org', 'owner@example.com'])

  expect(await run(`email recipient-confirm 46 ${id} --code 000000x --json`)).toMatchObject({
    exitCode: 6,
    error: { fields: { confirmation_code: [expect.any(String)] } },
  })
  // Codes are numbers of chance: now and then the new one is the old one again.
  let renewed = code
  while (renewed === code) {
    await run(`email recipient-resend 46 ${id}`)
    renewed = (await letters()).at(-1).code
  }
  expect((await run(`email recipient-confirm 46 ${id} --code ${code}`)).exitCode).toBe(6)
  expect((await run(`email recipient-confirm 46 ${id} --code ${renewed}`)).stdout).toBe(`Confirmed recipient ${id}: it gets copies now\n`)
  const before = (await letters()).length
  await control('answer', { quiz: 46, count: 1, seed: 2 })
  expect((await letters()).slice(before).map((letter) => letter.to)).toEqual(['owner@example.com', 'team@example.org'])

  expect((await run(`email recipient-toggle 46 ${id}`)).stdout).toBe(`Switched recipient ${id} off\n`)
  await control('answer', { quiz: 46, count: 1, seed: 3 })
  expect((await letters()).slice(before + 2).map((letter) => letter.to)).toEqual(['owner@example.com'])
  expect((await run(`email recipient-remove 46 ${id} --yes`)).exitCode).toBe(0)
  expect((await run('email view 46 --json')).json.recipients).toEqual([])
})

it('never shows a code', async () => {
  expect((await run('email view 42 --json')).stdout).not.toContain('123456')
})

it('writes to the respondent, without what is left out, with the promo code', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'letter.txt'), 'Many thanks from all of us.')
  await run(
    [
      'email',
      'template',
      '42',
      'client',
      '--subject',
      'Thank you',
      '--letter-file',
      'letter.txt',
      '--no-use-default-tmpl',
      '--send-promo-code',
    ],
    { cwd: folder },
  )
  await run(['email', 'questions', '42', '--client-excluded', question(2)])
  await run('email enable 42 client')
  await run('email disable 42 owner')
  await control('answer', { quiz: 42, count: 8, seed: 1 })
  const [letter] = await letters()
  expect(letter).toMatchObject({ subject: 'Thank you', to: expect.stringMatching(/^respondent\d+@example\.com$/) })
  expect(letter.text).toContain('Many thanks from all of us.')
  expect(letter.text).toContain('Have you ordered from us this spring?')
  expect(letter.text).not.toContain('What did you order?')
  expect((await run('email view 42 --json')).json).toMatchObject({
    settings: { client_subject: 'Thank you', client_send_promo_code: true, client_enabled: true },
    client_excluded_questions: [question(2)],
  })
  await run(['email', 'questions', '42', '--client-excluded', ''])
  expect((await run('email view 42 --json')).json.client_excluded_questions).toEqual([])
})

it('takes the fields of a letter from a file, flags win', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'letter.yaml'), 'subject: From the file\nletter: Text\nowner_reply_to_address: reply@example.org\n')
  const { stdout } = await run(
    ['email', 'template', '42', 'owner', '--file', 'letter.yaml', '--subject', 'From the flag', '--dry-run', '--json'],
    { cwd: folder },
  )
  expect(JSON.parse(stdout)[0].body).toEqual({
    owner_subject: 'From the flag',
    owner_letter: 'Text',
    owner_reply_to_address: 'reply@example.org',
  })
})

it('says when a letter is on already', async () => {
  expect((await run('email enable 42 owner')).stdout).toBe('The owner letter of survey 42 is on already\n')
  expect((await run('email disable 42 author')).stdout).toBe('Switched the owner letter of survey 42 off\n')
  expect((await run('email template 42 respondent --subject Hello')).stdout).toBe('Changed client_subject of survey 42\n')
  expect((await run('email view 42')).stdout).toMatch(/^settings.client_subject\tHello$/m)
})

it('refuses what cannot be', async () => {
  expect(await run(['email', 'questions', '43', '--owner-excluded', '', '--json'])).toMatchObject({
    exitCode: 1,
    error: { code: 'emails_not_initialized' },
  })
  const unknown = await run(['email', 'questions', '42', '--owner-excluded', `${question(1)},${question(999)}`, '--json'])
  expect(unknown).toMatchObject({ exitCode: 1, error: { code: 'unknown_questions', details: { unknown: [question(999)] } } })
  expect(await run('email recipient-add 42 copies@example.org --json')).toMatchObject({ exitCode: 1, error: { code: 'email_taken' } })
  for (const verb of ['recipient-toggle', 'recipient-resend'])
    expect(await run(`email ${verb} 42 99 --json`)).toMatchObject({ exitCode: 5, error: { code: 'not_found' } })
  expect(await run('email recipient-add 42 nobody')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('an e-mail address') })
  expect(await run('email template 42 owner')).toMatchObject({ exitCode: 2 })
  expect(await run('email template 42 someone --subject S')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('owner, client'),
  })
  expect(await run(['email', 'template', '42', 'owner', '--subject', 'x'.repeat(501)])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('500'),
  })
  expect(await run('email recipient-confirm 42 2')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--code') })
  await control('plan set', { change: { 'limits.recipients': 3 } })
  expect(await run('email recipient-add 42 one-more@example.org --json')).toMatchObject({
    exitCode: 4,
    error: { code: 'blocked_by_tariff' },
  })
})
