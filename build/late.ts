/**
 * A group has dozens of operations, and a command needs one. In the bundle the facts of each, and what each command says of
 * itself, are made when something is first asked of them: what isn't asked is neither run nor taken in from the compiled
 * code, with all its texts. From the sources they are made at once.
 */
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const source = join(import.meta.dirname, '..', 'src')
const standIn = join(import.meta.dirname, 'stand-in.ts')

interface Node {
  type: string
  start: number
  end: number
  [key: string]: any
}

/** Whether a constant of the contract is an object of facts, an operation or a schema. */
function isFacts({ type, callee, expression }: Node): boolean {
  if (type === 'CallExpression') return callee.name === 'operation' || isWordOfZod(callee)
  return type === 'ObjectExpression' || (type.startsWith('TS') && isFacts(expression))
}

/** `z.array`, also with `.check` behind its call. */
const isWordOfZod = ({ type, object }: Node): boolean =>
  type === 'MemberExpression' && (object.name === 'z' || (object.type === 'CallExpression' && isWordOfZod(object.callee)))

const constants = (program: Node): Node[] =>
  (program.body as Node[])
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement))
    .flatMap((declaration) => (declaration?.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : []))
    .map(({ init }) => init as Node | null)
    .filter((init): init is Node => init !== null && isFacts(init))

/** Where the definition stands among what makes a command. */
const definitionAt: Record<string, number> = { command: 2, ownCommand: 1 }

function definitions(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(definitions)
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given } = node as Node
  const at = type === 'CallExpression' ? definitionAt[callee.name] : undefined
  const definition = at === undefined ? undefined : (given[at] as Node | undefined)
  return definition?.type === 'ObjectExpression' ? [definition] : Object.values(node).flatMap(definitions)
}

const kinds = { contract: constants, commands: definitions }

export const lateFacts = (): Plugin => ({
  name: 'late-facts',
  transform: {
    filter: { id: /src[\\/](contract|commands)[\\/][\w-]+\.ts$/ },
    order: 'pre',
    handler(code, id) {
      const kind = id.startsWith(join(source, 'contract')) ? 'contract' : 'commands'
      const found = kinds[kind](this.parse(code, { lang: 'ts' }) as unknown as Node)
      if (found.length === 0) return undefined
      const parts = found
        .toSorted((a, b) => a.start - b.start)
        .reduce<{ text: string; from: number }>(
          ({ text, from }, { start, end }) => ({
            text: `${text}${code.slice(from, start)}late(() => (${code.slice(start, end)}))`,
            from: end,
          }),
          { text: '', from: 0 },
        )
      return `import { late } from ${JSON.stringify(standIn)}\n${parts.text}${code.slice(parts.from)}`
    },
  },
})
