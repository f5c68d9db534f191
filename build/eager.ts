/**
 * A trick with a price (build/README.md): the functions that a start calls stand in brackets, which takes the processor time of a
 * list of 100 from 2.33 times bare node's to 2.11, that of "not signed in" from 1.50 to 1.41, and that of a sandbox from 8.1 to 7.4.
 * To take it out: remove `compileEagerly` from build/bundle.ts, and this file.
 *
 * Node's compile cache holds what is compiled when a file is loaded, before its first line runs: of functions, only those that
 * look as if they were called at once, as V8 has it, and so those in brackets. The others are compiled as they are called, at
 * each start anew. Which ones a start calls is seen by running it. A method can't stand in brackets: it becomes a function that its
 * class puts on its prototype, and so does the body of a constructor; a private one becomes a field. Static methods and those with
 * `super` stay, and so do short ones. A build whose starts show nothing fails; that V8 heeds the brackets is what
 * test/operations/loaded-modules.test.ts looks at.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { RolldownMagicString } from 'rolldown'
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

/** Command lines, and the exit code of each: what everybody waits for, before and after signing in (a view checks its answer), and a sandbox. */
const starts: readonly [line: string, exitCode: number, signedIn?: true][] = [
  ['quiz --help', 0],
  ['quiz list --help', 0],
  ['quizz', 2],
  ['quiz list', 3],
  ['quiz list', 0, true],
  ['quiz list --json', 0, true],
  ['quiz view 1', 0, true],
  ['sandbox run -- surveyctl quiz list', 0],
]

/** Of which something must be called, or the runs have shown nothing. */
const shown = ['main', 'command', 'client', 'zod', 'sandbox', 'listener']

/** Of a file: where functions begin, and end, that were called. */
type Called = Map<string, Set<string>>
type Service = Record<string, string>

interface Coverage {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[]
}

const place = (start: number, end: number): string => `${start}-${end}`

export async function compileEagerly(dist: string): Promise<void> {
  const called = await calledIn(dist)
  for (const name of shown)
    if (![...called.keys()].some((file) => basename(file).startsWith(name)))
      throw new Error(`The starts show no function of ${name} called`)
  for (const [file, places] of called) writeFileSync(file, inBrackets(basename(file), readFileSync(file, 'utf8'), places))
}

async function calledIn(dist: string): Promise<Called> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-build-'))
  const survey = '{"id":1,"name":"Survey","type":"quiz","is_published":true,"folder":{"id":1,"name":"Folder"}}'
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json').end(url === '/quiz' ? `[${survey}]` : survey)
  })
  try {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const service = { SURVEYCTL_BASE_URL: `http://127.0.0.1:${port}`, SURVEYCTL_API_KEY: 'key', SURVEYCTL_WORKSPACE: '1' }
    await Promise.all(starts.map(([line, exitCode, signedIn]) => start(dist, line, exitCode, folder, signedIn ? service : {})))
    return readCoverage(dist, join(folder, 'coverage'))
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(dist: string, line: string, exitCode: number, folder: string, service: Service): Promise<void> {
  // Nothing of the builder's own, such as a proxy, but what Windows can't do without.
  const { SystemRoot } = process.env
  const homes = { HOME: folder, USERPROFILE: folder, SURVEYCTL_CONFIG_DIR: folder }
  const env = { SystemRoot, ...homes, NODE_V8_COVERAGE: join(folder, 'coverage'), ...service }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [join(dist, 'main.cjs'), ...line.split(' ')], { env, cwd: folder }, (_, __, stderr) => {
      if (child.exitCode === exitCode) resolve()
      else reject(new Error(`"${line}" ends with ${child.exitCode} instead of ${exitCode}: ${stderr}`))
    })
  })
}

function readCoverage(dist: string, folder: string): Called {
  const called: Called = new Map()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage
    for (const { url, functions } of result) {
      const file = join(dist, basename(url))
      if (!url.includes(`/${basename(dist)}/`)) continue
      const places = called.get(file) ?? new Set()
      called.set(file, places)
      for (const { ranges } of functions)
        if (ranges[0] && ranges[0].count > 0) places.add(place(ranges[0].startOffset, ranges[0].endOffset))
    }
  }
  return called
}

/** Defines a method as a class does. */
const defineMethod = 'const $method=(function(on,name,value){Object.defineProperty(on,name,{value,writable:true,configurable:true})});'

type Function = Pick<ESTree.Function, 'async' | 'generator'>

const definition = ({ async, generator }: Function, name: string): string =>
  `static{$method(this.prototype,${name},(${async ? 'async ' : ''}function${generator ? '*' : ''}`

/** What stands around a function's arguments and body, where a class puts it on its prototype itself, and what goes from its beginning. */
interface Around {
  name: string
  before: string
  after: string
  without?: readonly [start: number, end: number]
}

/** Characters of a private method or a constructor that are compiled sooner than what stands in its place. */
const short = 120

const isShort = ({ start, end }: ESTree.Function): boolean => end - start < short

/** None for a method that has to stay. `hidden`: a name that no other class has. */
function aroundMethod(
  { computed, key, kind, static: isStatic, value }: ESTree.MethodDefinition,
  hidden: string,
  code: string,
): Around | undefined {
  if (isStatic || /\bsuper\b/.test(code.slice(value.start, value.end))) return undefined
  const written = code.slice(key.start, key.end)
  if (key.type === 'PrivateIdentifier')
    return kind === 'method' && !isShort(value)
      ? { name: hidden, before: definition(value, hidden), after: `))}${written}=this[${hidden}];` }
      : undefined
  if (computed && !/^[\w$]+$|^Symbol\.\w+$/.test(written)) return undefined
  const name = computed || key.type !== 'Identifier' ? written : JSON.stringify(written)
  return kind === 'method'
    ? { name, before: definition(value, name), after: '))}' }
    : { name, before: `static{Object.defineProperty(this.prototype,${name},{configurable:true,${kind}:(function`, after: ')})}' }
}

/** Of a constructor all but its call of `super`, with which it has to begin, becomes a method. */
function aroundConstructor({ value }: ESTree.MethodDefinition, isDerived: boolean, name: string, code: string): Around | undefined {
  const text = ({ start, end }: { start: number; end: number }): string => code.slice(start, end)
  const supers = text(value).split(/\bsuper\b/).length - 1
  if (!value.body || isShort(value) || supers !== Number(isDerived) || text(value).includes('new.target')) return undefined
  const before = definition(value, name)
  if (!isDerived) return { name, before, after: `))}constructor(...all){return this[${name}](...all)}` }
  const [first, second] = value.body.body.flatMap((statement): ESTree.Node[] => {
    if (statement.type !== 'ExpressionStatement') return [statement]
    return statement.expression.type === 'SequenceExpression' ? statement.expression.expressions : [statement.expression]
  })
  if (first?.type !== 'CallExpression' || first.callee.type !== 'Super' || !second) return undefined
  if (/=>|\bfunction\b/.test(text(first)) || value.params.some(({ type }) => type !== 'Identifier')) return undefined
  const given = value.params.map(text).join()
  const after = `))}constructor(${given}){${text(first)};return this[${name}](${given})}`
  return { name, before, after, without: [first.start, second.start] }
}

/** The code, with brackets around the expressions and declarations among the functions. */
function inBrackets(file: string, code: string, places: ReadonlySet<string>): string {
  const text = new RolldownMagicString(code)
  // V8 has a method begin at its name, or at its arguments.
  const ends = new Set(Array.from(places, (at) => Number(at.split('-')[1])))
  let hasMethods = false
  const isCalled = ({ start, end }: { start: number; end: number }): boolean => places.has(place(start, end))
  const declarations = (scope: readonly (ESTree.Directive | ESTree.Statement)[]): void => {
    // They were made as the scope was entered, and so go to its beginning, behind "use strict".
    const first = scope.find((statement) => !('directive' in statement) || !statement.directive)
    const all = scope.filter((statement): statement is ESTree.Function => statement.type === 'FunctionDeclaration')
    for (const node of all) {
      const { id } = node
      if (!isCalled(node) || !id || all.some((other) => other !== node && other.id?.name === id.name)) continue
      text.remove(id.start, id.end).appendRight(node.start, `var ${id.name}=(`).appendLeft(node.end, ');')
      if (first && node !== first) text.move(node.start, node.end, first.start)
    }
  }
  const within = ({ body }: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    if (body?.type === 'BlockStatement') declarations(body.body)
  }
  const expression = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    if (isCalled(node)) text.appendRight(node.start, '(').appendLeft(node.end, ')')
    within(node)
  }
  const methods = ({ superClass, body: { start, body } }: ESTree.Class): void => {
    // Before the class's static fields, which may call them.
    const first = start + 1
    const moved: string[] = []
    for (const member of body) {
      if (member.type !== 'MethodDefinition' || !ends.has(member.value.end)) continue
      const hidden = JSON.stringify(`${file} ${member.start}`)
      const around =
        member.kind === 'constructor' ? aroundConstructor(member, superClass !== null, hidden, code) : aroundMethod(member, hidden, code)
      if (!around) continue
      hasMethods = true
      moved.push(around.name)
      text.remove(member.start, member.value.start).appendRight(member.value.start, around.before)
      if (around.without) text.remove(...around.without)
      text.appendLeft(member.value.end, around.after)
      if (member.start !== first) text.move(member.start, member.end, first)
    }
    // A prototype with a computed name is a dictionary, to which methods are added without a copy of those before.
    if (moved.length > 0) text.appendLeft(first, `[${moved[0]}](){}`)
  }
  new Visitor({
    ClassDeclaration: methods,
    ClassExpression: methods,
    Program: ({ body }) => declarations(body),
    FunctionDeclaration: within,
    FunctionExpression: expression,
    ArrowFunctionExpression: expression,
  }).visit(parseSync('chunk.cjs', code, { sourceType: 'commonjs' }).program)
  return hasMethods ? text.toString().replace(/^('use strict'|"use strict");|^/, `$&${defineMethod}`) : text.toString()
}
