/** The guide to a warehouse, typed as it stands: SQL by its owner, shell by the loader, one block after the other. */
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { environment, freshFolder } from '../support/program.ts'
import { programFolder } from '../support/readme.ts'
import { useSandbox } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const address = 'postgres://loader@db.example.com/warehouse'
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()!

it.skipIf(noPostgres ?? process.platform === 'win32')(`works as it stands, block by block${why}`, async () => {
  const text = readFileSync(join(import.meta.dirname, '../../src/reference/guides/warehouse.md'), 'utf8')
  const blocks = [...text.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, language, block]) => ({ language: language!, block: block! }))
  const url = `postgres://loader@127.0.0.1:${postgres.port}/warehouse`
  const env = environment({
    baseUrl: served.sandbox.baseUrl,
    apiKey: served.sandbox.apiKey,
    env: { PGPASSWORD: 'secret', PATH: [programFolder(), process.env.PATH].join(delimiter) },
  })
  const shell = async (script: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await execa('bash', ['-eu', '-c', script.replaceAll(address, url)], {
      cwd: freshFolder(),
      env,
      extendEnv: false,
      reject: false,
    })
    expect([exitCode, stderr], script).toEqual([0, expect.not.stringContaining('✗')])
    return stdout
  }
  const sql = (block: string): void =>
    postgres.run(block.replace('create role loader login', "create role loader login password 'secret'"), 'warehouse')
  postgres.run('create database warehouse')
  const kinds = new Map<string, number>()
  for (const { language, block } of blocks) {
    kinds.set(language, (kinds.get(language) ?? 0) + 1)
    if (language === 'sql') sql(block)
    else if (language === 'sh') await shell(block)
    else {
      // Of a unit, a manifest and the like: the command in it.
      const [command] = /surveyctl answer sync [^"\n]*/.exec(block) ?? []
      expect(await shell(`${command} --schema survey_42`)).toMatch(/353/)
    }
    if (block.includes('funnel as')) {
      const seen = postgres.rows(
        'select (select sum(answers)::int from nps_by_month) as answers, (select count(*)::int from funnel) as steps',
        'warehouse',
      )
      expect(seen).toEqual([{ answers: expect.any(Number), steps: expect.any(Number) }])
      expect(postgres.rows(`select has_table_privilege('analysts', 'survey_42.answers_long', 'select') as may`, 'warehouse')).toEqual([
        { may: true },
      ])
    }
    if (block.includes('create table model'))
      expect(postgres.rows('select count(*)::int as n from model', 'warehouse')).toEqual([{ n: 353 }])
    if (block.includes('--hash')) {
      const columns = postgres.rows(`select column_name as name from survey_42.variables`, 'warehouse').map(({ name }) => name)
      expect(columns).not.toContain('your_e_mail_address')
      const said = postgres.rows(
        'select what_went_wrong as said from survey_42.answers where what_went_wrong is not null limit 1',
        'warehouse',
      )
      expect(said).toEqual([{ said: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    }
  }
  expect(Object.fromEntries(kinds)).toEqual({ sql: 7, sh: 4, text: 1, ini: 1, python: 1, yaml: 1 })
  expect(postgres.rows(`select tablename from pg_tables where schemaname = 'survey_42'`, 'warehouse')).toEqual([])
})
