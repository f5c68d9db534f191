/** Copies a value from one content to another, by its path: this is how a conflict is resolved. Pure. */
import type { Widgets } from '../../contract/core/records.ts'
import { isObject, type Content, type Path } from '../../model/document/shape.ts'

/** `into` with the value that `from` has at the path; removed where `from` has none. A field of a question is copied as a whole. */
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
    const next = { ...mine }
    if (its[field] === undefined) delete next[field]
    else Object.assign(next, { [field]: its[field] })
    entities[id] = next
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
