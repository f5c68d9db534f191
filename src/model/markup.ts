/**
 * Titles, descriptions and labels are text, with a few tags: everything else between angle brackets is what it looks like
 * ("income < $50,000 or > $100,000"). A tag counts when it is closed as well, and its attributes have values.
 */
const known = /<(\/?)(a|b|br|em|i|p|s|small|span|strong|sub|sup|u)((?:\s+[a-z-]+=(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))*)\s*(\/?)>/gi

export interface Tag {
  name: string
  kind: 'open' | 'close' | 'alone'
  /** Where an `a` leads. */
  href?: string
}

interface Found extends Tag {
  from: number
  to: number
}

function found({ 0: text, 1: slash, 2: name = '', 3: attributes = '', index }: RegExpExecArray): Found {
  const lower = name.toLowerCase()
  const href = lower === 'a' ? /\shref=(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(attributes)?.slice(1).find(Boolean) : undefined
  const kind = lower === 'br' ? 'alone' : slash ? 'close' : 'open'
  return { name: lower, kind, from: index, to: index + text.length, ...(href !== undefined && { href }) }
}

/** Tags that belong to a pair, in their order. Any other is text. */
function paired(all: readonly Found[]): Found[] {
  const taken = new Set<Found>()
  const open: Found[] = []
  // Number of open tags by name: without it, a text of many unmatched tags would take quadratic time.
  const waiting = new Map<string, number>()
  const change = (name: string, by: number): unknown => waiting.set(name, (waiting.get(name) ?? 0) + by)
  for (const tag of all) {
    if (tag.kind === 'alone') taken.add(tag)
    else if (tag.kind === 'open') {
      open.push(tag)
      change(tag.name, 1)
    } else if (waiting.get(tag.name)) {
      const at = open.findLastIndex(({ name }) => name === tag.name)
      // It is open, as `waiting` counts it.
      taken.add(open[at]!).add(tag)
      for (const { name } of open.splice(at)) change(name, -1)
    }
  }
  return all.filter((tag) => taken.has(tag))
}

/** Splits into texts and tags, which are properly nested. */
export function pieces(text: string): (string | Tag)[] {
  const result: (string | Tag)[] = []
  let from = 0
  for (const tag of text.includes('<') ? paired(Array.from(text.matchAll(known), found)) : []) {
    if (tag.from > from) result.push(text.slice(from, tag.from))
    result.push(tag)
    from = tag.to
  }
  if (from < text.length) result.push(text.slice(from))
  return result
}

/** Without the tags, for exports: paragraphs and line breaks are a blank. */
export function withoutMarkup(text: string | null | undefined): string {
  if (!text?.includes('<')) return text ?? ''
  const parts = pieces(text)
  const breaks = (piece: string | Tag, index: number): boolean =>
    typeof piece !== 'string' && (piece.kind === 'alone' || (piece.name === 'p' && piece.kind === 'close' && index < parts.length - 1))
  return parts.map((piece, index) => (typeof piece === 'string' ? piece : breaks(piece, index) ? ' ' : '')).join('')
}

/** The readable text of a piece of HTML. */
export const htmlText = (html: string | null | undefined): string => {
  const text = ['script', 'style'].reduce(
    (rest, name) => without(rest, new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}\\s*>`, 'gi')),
    html ?? '',
  )
  return without(text, /</g, />/g).trim()
}

/** The text without each piece from a match of `begin` to the next match of `end`; a begin without an end is kept. */
function without(text: string, begin: RegExp, end: RegExp): string {
  let rest = ''
  let at = 0
  for (;;) {
    begin.lastIndex = at
    const from = begin.exec(text)?.index
    if (from === undefined) return rest + text.slice(at)
    end.lastIndex = from + 1
    if (!end.exec(text)) return rest + text.slice(at)
    rest += text.slice(at, from)
    at = end.lastIndex
  }
}
