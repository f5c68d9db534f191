/** Markdown of a guide as it is read on a terminal. */
import { lexer, type Token, type Tokens } from 'marked'
import { aligned, fold } from '../../cli/help/aligned.ts'
import { blocksOf, plain } from './markdown.ts'
import type { Topic } from './topics.ts'

const hanging = (text: string, first: string, rest: string, width: number): string[] =>
  fold(text, width - rest.length).map((line, index) => (index === 0 ? first : rest) + line)

/** Two columns are terms and their meanings; of more, each row is a paragraph with its headings. */
function table({ header, rows }: Tokens.Table, width: number): string[] {
  const cells = rows.map((row) => row.map(({ tokens }) => plain(tokens)))
  if (header.length === 2)
    return aligned(
      cells.map(([term = '', meaning = '']) => [term, meaning]),
      width,
    )
  return cells.flatMap(([first = '', ...others], index) => [
    ...(index === 0 ? [] : ['']),
    ...fold(first, width),
    ...others.flatMap((cell, column) => hanging(`${plain(header[column + 1]!.tokens)}: ${cell}`, '  ', '    ', width)),
  ])
}

function block(token: Token, width: number): string[] {
  switch (token.type) {
    case 'heading':
      return token.depth === 1 ? [`${plain(token.tokens)}.`] : [plain(token.tokens).toUpperCase()]
    case 'code':
      return (token as Tokens.Code).text.split('\n').map((line) => `  ${line}`.trimEnd())
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }) => hanging(plain(tokens), '- ', '  ', width))
    case 'table':
      return table(token as Tokens.Table, width)
    default:
      return fold(plain([token]), width)
  }
}

export const topicText = ({ text }: Topic, width: number): string =>
  `${blocksOf(lexer(text))
    .map((token) => block(token, width).join('\n'))
    .join('\n\n')}\n`
