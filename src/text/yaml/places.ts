/** Where each value of a YAML text stands, by its path. Found by one pass, however often it is asked. */
import { yamlTree, type YamlNode } from './tree.ts'

/** From 1. */
export interface TextPosition {
  line: number
  column: number
}

export type PositionOf = (path: readonly (string | number)[]) => TextPosition

/** Of a path, or of the nearest value around it. For a text that `readYaml` reads. */
export function yamlPlaces(text: string): PositionOf {
  const root = yamlTree(text)
  const at = positionsIn(text)
  const known = new Map<YamlNode, Map<string, YamlNode>>()
  return (path) => {
    let found = root
    for (const name of path) {
      const inner = found && itemsOf(found, known).get(String(name))
      if (!inner) break
      found = inner
    }
    return at(found?.open ?? 0)
  }
}

/** By name; an implied null goes by its key. */
function itemsOf(node: YamlNode, known: Map<YamlNode, Map<string, YamlNode>>): Map<string, YamlNode> {
  const items =
    known.get(node) ?? new Map(node.items.map(({ name, key, value }) => [name, value.end > value.start ? value : (key ?? value)]))
  known.set(node, items)
  return items
}

/** The position of an offset. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! > offset) high = middle
      else low = middle
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
