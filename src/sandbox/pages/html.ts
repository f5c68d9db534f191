/** HTML as a value: whatever is put into a template is escaped, unless it is HTML itself. */
import { pieces, type Tag } from '../../model/markup.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Part = Html | string | number | false | null | undefined | readonly Part[]

const entities = new Map(Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }))

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character)

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, piece, index) => text + piece + (index < parts.length ? render(parts[index]) : ''), ''))

/** Marks a text as HTML, so that it isn't escaped. */
export const raw = (text: string): Html => new Html(text)

/** Text in which only the allowed tags become elements. */
export const rich = (text: string | null | undefined): Html =>
  raw(
    pieces(text ?? '')
      .map((piece) => (typeof piece === 'string' ? escape(piece) : element(piece)))
      .join(''),
  )

/** `p` becomes a span: these texts also stand where HTML allows no paragraphs. */
function element({ name, kind, href }: Tag): string {
  const own = name === 'p' ? 'span' : name
  if (kind === 'close') return `</${own}>`
  if (name === 'p') return '<span class="paragraph">'
  const link = name === 'a' && safeUrl(href)
  return link ? `<a href="${escape(link)}" target="_blank" rel="noreferrer">` : `<${own}>`
}

/** ` name="value"`; nothing for an absent value, only the name for `true`. */
export const attributes = (list: Record<string, string | number | boolean | null | undefined>): Html =>
  raw(
    Object.entries(list)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`))
      .join(''),
  )

/** JSON for the inside of a script element. */
export const jsonScript = (id: string, data: unknown): Html =>
  html`<script type="application/json" id="${id}">
    ${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}
  </script>`

/** The address if it is http, https or on this server, and so may be linked to or loaded. */
export function safeUrl(address: unknown): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined
  const url = URL.parse(address, 'http://localhost/')
  return url && ['http:', 'https:'].includes(url.protocol) ? address : undefined
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(render).join('') : escape(String(part))
}
