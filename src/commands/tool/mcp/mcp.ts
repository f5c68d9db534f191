/** `surveyctl mcp`: the engine as tools for assistants. The room `mcp` is loaded when it runs. */
import { group, ownCommand, type Extras } from '../../../cli/command.ts'
import type { Column } from '../../../output/columns.ts'

const serverFlags = {
  readOnly: { flag: '--read-only', about: 'No tool that writes' },
  toolsets: {
    flag: '--toolsets <names>',
    about: 'surveys, answers, operations (default: all three), or groups of operations: webhook, promo ...',
  },
  onlySurveys: { flag: '--only-surveys <ids>', about: 'Only these surveys are there; nothing of the whole account is written' },
  allow: { flag: '--allow <classes>', about: 'Do these without asking the person: publish, delete, send, answers' },
  texts: { flag: '--no-texts', about: 'Counts only: nothing that respondents wrote' },
  personal: { flag: '--personal', about: 'Contacts, IP addresses and devices of respondents as well' },
  exportDir: { flag: '--export-dir <folder>', about: 'Where answers may be saved as files' },
  secretEnv: { flag: '--secret-env <names>', about: 'Environment variables whose values may be set as secrets' },
  maxWrites: { flag: '--max-writes <n>', about: 'Writes until a restart (default 50)' },
} as const satisfies Extras

const toolColumns: Column[] = ['name', 'class', 'tokens', 'about']

export const mcpGroup = group('mcp', {
  summary: 'Tools for assistants: a server of the Model Context Protocol',
  commands: [
    ownCommand('tools', {
      summary: 'List the tools, with what each costs a conversation',
      extra: serverFlags,
      columns: toolColumns,
      examples: ['mcp tools', 'mcp tools --read-only', "mcp tools --toolsets webhook --jq '.[].name'"],
      run: async (context, _, flags) => (await import('./serve.ts')).showTools(context, flags, toolColumns),
    }),
    ownCommand('config', {
      summary: 'Print what a client needs to start the server; writes nothing, and holds no key',
      positionals: ['[client]'],
      arguments: { client: 'json (default: what most take), vscode, zed, toml, shell' },
      extra: serverFlags,
      examples: ['mcp config json', 'mcp config toml --read-only --only-surveys 42'],
      run: async (context, { client }, flags) => (await import('./serve.ts')).printConfig(context, client ?? 'json', flags),
    }),
    ownCommand('', {
      summary: 'Serve the tools on standard input and output, for a client that starts it',
      extra: serverFlags,
      examples: ['surveyctl mcp --read-only < /dev/null'],
      run: async (context, _, flags) => (await import('./serve.ts')).serveTools(context, flags),
    }),
  ],
})
