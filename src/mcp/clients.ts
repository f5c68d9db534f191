/** What is to be pasted into a client, so that it starts this server. */
import { usageError } from '../errors.ts'
import { own } from '../text/own.ts'
import { didYouMean } from '../text/nearest.ts'

export interface Start {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const plainly = ({ command, args, env }: Start) => ({ command, args, ...(Object.keys(env).length > 0 && { env }) })

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/** By what their settings look like. */
const forms = {
  json: (start: Start) => json({ mcpServers: { surveyctl: plainly(start) } }),
  vscode: (start: Start) => json({ servers: { surveyctl: { type: 'stdio', ...plainly(start) } } }),
  zed: (start: Start) => json({ context_servers: { surveyctl: { source: 'custom', ...plainly(start) } } }),
  toml: ({ command, args, env }: Start) =>
    [
      '[mcp_servers.surveyctl]',
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
      ...(Object.keys(env).length > 0
        ? [
            `env = { ${Object.entries(env)
              .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
              .join(', ')} }`,
          ]
        : []),
      '',
    ].join('\n'),
  shell: ({ command, args, env }: Start) =>
    `${[...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`), ...[command, ...args].map(quoted)].join(' ')}\n`,
}

export const clientNames = Object.keys(forms)

export function configFor(client: string, start: Start): string {
  const form = own<(start: Start) => string>(forms, client)
  if (form) return form(start)
  throw usageError(
    `There is no form "${client}"${didYouMean(client, clientNames)}`,
    `There are: ${clientNames.join(', ')}; json is what most clients take`,
  )
}
