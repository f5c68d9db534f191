/** Reads values inside rows by paths like `folder.name`; an array on the path is mapped. */

type Thing = Readonly<Record<string, unknown>>

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null

function reach(value: unknown, parts: readonly string[], from: number): unknown {
  let current = value
  for (let index = from; index < parts.length; index++) {
    if (!isThing(current)) return undefined
    const part = parts[index]!
    if (Array.isArray(current) && !/^\d+$/.test(part)) return current.map((element) => reach(element, parts, index))
    current = Object.hasOwn(current, part) ? current[part] : undefined
  }
  return current
}

export function reader(path: string): (row: unknown) => unknown {
  const parts = path.split('.')
  return (row) => reach(row, parts, 0)
}

/** The paths as a tree: `true` takes everything below. */
interface Tree {
  [name: string]: Tree | true
}

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = Object.create(null)
  for (const path of paths) {
    const parts = path.split('.')
    const last = parts.pop() ?? ''
    let branch = tree
    for (const part of parts) {
      if (branch[part] === true) break
      // Of an object without a prototype the type says nothing.
      branch = (branch[part] ??= Object.create(null)) as Tree
    }
    branch[last] = true
  }
  return tree
}

function project(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value) && !Object.keys(tree).every((name) => /^\d+$/.test(name))) return value.map((element) => project(element, tree))
  if (!isThing(value)) return value ?? null
  return Object.fromEntries(
    Object.entries(tree).map(([name, below]) => [name, below === true ? (own(value, name) ?? null) : project(own(value, name), below)]),
  )
}

const own = (thing: Thing, name: string): unknown => (Object.hasOwn(thing, name) ? thing[name] : undefined)

/** Keeps only these paths, in their order and nested as the service sent them. */
export function picker(paths: readonly string[]): (row: unknown) => unknown {
  const tree = treeOf(paths)
  return (row) => project(row, tree)
}

/** Whether a value has something at a path; `undefined` if a null or an empty array on the way leaves it open. */
function hasPath(value: unknown, parts: readonly string[]): boolean | undefined {
  const [part, ...rest] = parts
  if (part === undefined) return true
  if (value === null) return undefined
  if (!isThing(value)) return false
  if (Object.hasOwn(value, part)) return hasPath(value[part], rest)
  return Array.isArray(value) ? anyOf(value, parts) : false
}

function anyOf(values: readonly unknown[], parts: readonly string[]): boolean | undefined {
  const found = new Set(values.map((value) => hasPath(value, parts)))
  if (found.has(true)) return true
  return found.has(false) ? false : undefined
}

/** Whether any row has something at the path; also true if they leave it open. */
export const leadsSomewhere = (path: string, rows: readonly unknown[]): boolean => anyOf(rows, path.split('.')) ?? true
