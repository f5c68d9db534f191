/** What the pages made of the guides have in common: guides are Markdown of headings, paragraphs, lists, tables and code. */
import type { Token } from 'marked'
import { toCopy } from '../../text/to-copy.ts'

export const blocksOf = (tokens: readonly Token[]): Token[] => tokens.filter(({ type }) => type !== 'space')

/** A link to another guide is read on a terminal as the command that shows it. */
const linkText = (href: string, text: string): string => {
  const guide = /^(?:\w+\/)*([\w-]+)\.md$/.exec(href)?.[1]
  if (guide) return toCopy`surveyctl help ${guide}`
  return href.startsWith('http') ? `${text} (${href})` : text
}

/** Text without its marks; line ends within a paragraph are blanks. */
export const plain = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => {
      if (token.type === 'link') return linkText(String(token.href), plain(token.tokens))
      if ('tokens' in token && token.tokens) return plain(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
