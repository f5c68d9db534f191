/** A value of one content at a path of another: how a conflict is decided. Pure. */
import type { Widgets } from '../contract/core/records.ts'
import { isObject, type Content, type Path } from '../model/document/shape.ts'

/** `into` with what `from` has at the path; what it hasn't goes. A field of a question is taken whole. */
export function withValueAt(into: Content, from: Content, path: Path): Content {
  const [section = '', ...rest] = path
  if (section === 'screens' && rest.length > 0 && into.screens && from.screens)
    return { ...into, screens: withScreen(into.screens, from.screens, rest) }
  return withKey(into, from, path)
}

function withKey(into: unknown, from: unknown, [name = '', ...rest]: Path): Content {
  const next: Record<string, unknown> = isObject(into) ? { ...into } : {}
  const value = isObject(from) ? from[name] : undefined
  if (rest.length > 0 && isObject(value)) next[name] = withKey(next[name], value, rest)
  else if (value === undefined) delete next[name]
  else next[name] = value
  return next
}

function withScreen(into: Widgets, from: Widgets, [id = '', field]: Path): Widgets {
  const [mine, its] = [into.entities[id], from.entities[id]]
  const entities = { ...into.entities }
  if (field !== undefined && mine && its) {
    const next: Record<string, unknown> = { ...mine }
    if (its[field] === undefined) delete next[field]
    else next[field] = its[field]
    entities[id] = next as typeof mine
    return { ...into, entities }
  }
  const ids = into.ids.filter((each) => each !== id)
  if (!its) {
    delete entities[id]
    return { ...into, ids, entities }
  }
  entities[id] = its
  const before = from.ids.slice(0, from.ids.indexOf(id)).findLast((each) => ids.includes(each))
  ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  return { ...into, ids, entities }
}
