/** What a client is given to start the server with, and the list of tools for a person. */
import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { greetings, withAssistants } from '../support/assistant.ts'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'

const assistants = withAssistants()
const { where } = assistants

it('mcp config prints what starts the server as it stands, without a key', async () => {
  const bare = surveyctl(where())
  const { stdout } = await bare('mcp config json --read-only --only-surveys 42')
  expect(stdout).not.toContain(assistants.sandbox.apiKey)
  const { command, args } = JSON.parse(stdout).mcpServers.surveyctl
  expect(args.slice(args.indexOf('mcp'))).toEqual(['mcp', '--base-url', where().baseUrl, '--read-only', '--only-surveys', '42'])
  const named = Object.values(greetings).map(async (greeting) => {
    const child = spawn(command, [launcher, ...args.slice(args.indexOf('mcp'))], {
      env: environment(where()),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end(`${greeting}\n`)
    return text(child.stdout)
  })
  for (const answer of await Promise.all(named)) expect(answer).toMatch(/serverInfo":\{"name":"surveyctl"/)
  const refused = await bare('mcp config nosuch')
  expect(refused).toMatchObject({ exitCode: 2 })
  for (const form of ['vscode', 'zed']) expect(JSON.parse((await bare(['mcp', 'config', form])).stdout)).toBeDefined()
  for (const form of ['toml', 'shell']) expect((await bare(['mcp', 'config', form])).stdout).toContain('mcp')
})

it('mcp config has all that this line, shell and folder say, with whole paths, and names what is to be set elsewhere', async () => {
  const bare = surveyctl({ ...where(), env: { SURVEYCTL_PROFILE: 'shop', HOOK_TOKEN: 'value-of-the-hook' } })
  const cwd = freshFolder()
  mkdirSync(cwd, { recursive: true })
  const line = 'mcp config json --export-dir out --secret-env HOOK_TOKEN --rate 2 --timeout 30 --workspace 7'
  const { stdout, stderr } = await bare(line.split(' '), { cwd })
  const { args } = JSON.parse(stdout).mcpServers.surveyctl
  const [, ...given] = args.slice(args.indexOf('mcp'))
  const pairs = Object.fromEntries(given.flatMap((word: string, index: number) => (index % 2 === 0 ? [[word, given[index + 1]]] : [])))
  expect(pairs).toEqual({
    '--profile': 'shop',
    '--base-url': where().baseUrl,
    '--workspace': '7',
    '--export-dir': join(realpathSync(cwd), 'out'),
    '--secret-env': 'HOOK_TOKEN',
    '--rate': '2',
    '--timeout': '30',
  })
  expect(stderr).toContain('to be set where the client runs: SURVEYCTL_API_KEY, HOOK_TOKEN')
  expect(stdout + stderr).not.toContain('value-of-the-hook')
})

it('mcp tools names each tool with its class and tokens', async () => {
  const { json } = await surveyctl(where())('mcp tools --json')
  expect(json).toHaveLength(16)
  expect(json[0]).toMatchObject({ name: 'account_view', class: 'read', tokens: expect.any(Number) })
})
