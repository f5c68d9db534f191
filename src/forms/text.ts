/** Texts of other systems as plain ones: without tags, entities, Markdown, and what they pipe in from answers. */
import { multimediaOf } from './media.ts'
import type { Losses, Place } from './loss.ts'

export interface TextRules {
  /** What stands for an answer: `{name}`. */
  piping: RegExp
  markdown?: boolean
}

const named = new Map(Object.entries<string>({
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', laquo: '«', raquo: '»', lsquo: '‘',
  rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', times: '×', deg: '°', euro: '€', pound: '£', copy: '©', reg: '®', trade: '™',
  shy: '', zwnj: '', rarr: '→', larr: '←', auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é',
  egrave: 'è', agrave: 'à', ccedil: 'ç', ntilde: 'ñ', aacute: 'á', iacute: 'í', oacute: 'ó', uacute: 'ú', iexcl: '¡', iquest: '¿',
})) // prettier-ignore

/** `&amp;`, `&#8211;`; what is none stays. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
  })

const tag = /<\/?[a-z][a-z0-9:-]*(?:\s[^<>]*)?\/?>|<!--[^]*?-->|<!doctype[^>]*>/gi
const isTagged = (text: string): boolean => new RegExp(tag.source, 'i').test(text)
const scripts = /<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)/gi
const breaks = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi
/** More than emphasis and paragraphs. */
const rich = /<(?!\/?(?:b|i|em|strong|u|br|p|a|span|div|font|small)\b)[a-z]/i

/** Characters that control a terminal or turn the direction of text. */
const controls = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export interface PlainText {
  text: string
  /** The first picture in it. */
  image?: string
}

export class Texts {
  readonly #losses: Losses
  readonly #rules: TextRules

  constructor(losses: Losses, rules: TextRules) {
    this.#losses = losses
    this.#rules = rules
  }

  /** A title or label: one paragraph of plain text. */
  plain(raw: unknown, place: Place): PlainText {
    const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : ''
    if (text === '') return { text }
    const safe = this.#withoutScripts(text, place)
    const image = /<img\b[^<>]*\ssrc\s*=\s*["']?(https?:\/\/[^"'\s<>]+)/i.exec(safe)?.[1]
    const bare = tidy(withoutEntities(withoutMarkdown(safe.replaceAll(breaks, '\n').replaceAll(tag, ''), this.#rules.markdown === true)))
    if (isTagged(safe) || (this.#rules.markdown && withoutMarkdown(safe, true) !== safe)) this.#losses.add('text.markup', place, text)
    return { text: this.piped(bare, place), ...(image !== undefined && { image: withoutEntities(image) }) }
  }

  label(raw: unknown, place: Place): string {
    return this.plain(raw, place).text
  }

  /** A title with what belongs to it. */
  titled(raw: unknown, place: Place): { title: string; multimedia?: ReturnType<typeof multimediaOf> } {
    const { text, image } = this.plain(raw, place)
    return { title: text, ...(image !== undefined && { multimedia: multimediaOf(image) }) }
  }

  /** A screen that only shows something: HTML where it is more than text, else title and description. */
  shown(
    raw: unknown,
    place: Place,
  ): { type: 'html'; title: string; htmlContent: string } | { type: 'message'; title: string; description?: string } {
    const text = typeof raw === 'string' ? raw : ''
    if (rich.test(text)) {
      const htmlContent = this.piped(this.#withoutScripts(text, place).replaceAll(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''), place)
      const title = tidy(withoutEntities(htmlContent.replaceAll(breaks, '\n').replaceAll(tag, ''))).split('\n')[0]!
      return { type: 'html', title: title.slice(0, 200), htmlContent }
    }
    const { text: bare, image } = this.plain(text, place)
    const [title = '', ...rest] = bare.split('\n')
    const description = rest.join('\n').trim()
    return {
      type: 'message',
      title,
      ...(description !== '' && { description }),
      ...(image !== undefined && { multimedia: multimediaOf(image) }),
    }
  }

  /** Without what it takes from answers. */
  piped(text: string, place: Place): string {
    const made = text.replaceAll(this.#rules.piping, '…')
    if (made !== text) this.#losses.add('text.piping', place, text)
    return made
  }

  #withoutScripts(text: string, place: Place): string {
    return text.replaceAll(scripts, (whole, name: string) => {
      if (name.toLowerCase() === 'script') this.#losses.add('text.script', place, whole)
      return ''
    })
  }
}

const withoutMarkdown = (text: string, doIt: boolean): string =>
  doIt
    ? text
        .replaceAll(/(\*\*|__)(?=\S)([^]*?\S)\1/g, '$2')
        .replaceAll(/(^|[\s(])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\2(?=$|[\s).,;:!?])/g, '$1$3')
        .replaceAll(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, '$1 ($2)')
        .replaceAll(/^#{1,6} +/gm, '')
    : text

const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(controls, (char) => (char === '\n' ? char : ''))
    .replaceAll(/[ \u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
