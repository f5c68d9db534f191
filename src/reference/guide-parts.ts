/** What stands in guides between `<!-- NAME: written by npm run generate -->` and `<!-- end -->`: facts that have their place elsewhere. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aboutOf, flagTerm, type CommonFlag } from '../cli/flags/flag.ts'
import { commonFlags } from '../cli/flags/table.ts'
import { exitCodeRows } from './exit-codes.ts'
import { tableOf } from './markdown-table.ts'

/** The facts of no particular command, for the descriptions of flags. */
const anyCommand = { isList: true, isFile: false, isWrite: true, takesFile: true, bulk: true, confirms: true, endless: false }

const flagRows = (): string[][] => [
  ...Object.values<CommonFlag>(commonFlags)
    .filter((flag) => flag.heading !== undefined)
    .map((flag) => [`\`${flagTerm(flag)}\``, aboutOf(flag, anyCommand)]),
  ['`-h, --help`', 'Show help'],
  ['`-V, --version`', 'Show the version'],
]

function part(name: string, root: string): string[] {
  if (name === 'exit-codes') return tableOf(['Code', 'Meaning'], exitCodeRows())
  if (name === 'flags') return tableOf(['Flag', 'What it does'], flagRows())
  const file = /^file (\S+)$/.exec(name)?.[1]
  if (file === undefined) throw new Error(`No such part of a guide: ${name}`)
  return ['```yaml', readFileSync(join(root, file), 'utf8').trimEnd(), '```']
}

export const withParts = (text: string, root: string): string =>
  text.replaceAll(/(<!-- ([^:]+): written by npm run generate -->\n)[^]*?(<!-- end -->)/g, (_, begin: string, name: string, end: string) =>
    [begin, ...part(name, root), '', end].join('\n'),
  )
