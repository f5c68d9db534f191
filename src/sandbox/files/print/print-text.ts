/** The printable survey as plain text, 78 columns wide. */
import { box, figure, gridParts, type GridPart, type Mark } from './print-marks.ts'
import { requiredMark, type PrintedScreen, type PrintedSurvey } from './print-screens.ts'

const columns = 78
const indent = '   '

/** Lines of at most `width` characters; longer words are broken. Line breaks of the text stay. */
function fold(text: string, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((source) => {
    const lines: string[] = []
    let line = ''
    for (const word of source.trim().split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word
      if (longer.length <= width) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      const pieces = Array.from({ length: Math.ceil(word.length / width) }, (_, index) => word.slice(index * width, (index + 1) * width))
      line = pieces.pop() ?? ''
      lines.push(...pieces)
    }
    return [...lines, line]
  })
}

/** Text after a mark, with a hanging indent. */
function hanging(mark: string, text: string): string[] {
  const [first = '', ...rest] = fold(text, columns - indent.length - mark.length)
  return [`${indent}${mark}${first}`, ...rest.map((line) => `${indent}${' '.repeat(mark.length)}${line}`)]
}

/** Columns are numbered and the numbers explained, so that any grid fits. */
function gridLines({ columns: titles, rows, tick, from }: GridPart): string[] {
  const numbers = titles.map((_, index) => from + index + 1)
  return [
    ...titles.flatMap((title, index) => hanging(`${numbers[index]} = `, title)),
    '',
    ...rows.flatMap((row) => [...hanging('', row), `${indent}  ${numbers.map((number) => `${tick} ${number}`).join('   ')}`]),
  ]
}

function markLines(mark: Mark): string[] {
  switch (mark.kind) {
    case 'options':
      return mark.items.flatMap((item) => hanging(`${box(mark.several)} `, item))
    case 'order':
      return mark.items.flatMap((item) => hanging('___ ', item))
    case 'scale':
      return [
        `${indent}${mark.values.map((value) => `${figure(mark.shape)} ${value}`).join('   ')}`,
        ...(mark.from || mark.to
          ? hanging(
              '',
              [`${mark.values[0]} = ${mark.from}`, `${mark.values.at(-1)} = ${mark.to}`].filter((end) => !end.endsWith('= ')).join('\n'),
            )
          : []),
      ]
    case 'lines':
      return Array.from({ length: mark.count }, (_, index) =>
        `${indent}${index === 0 && mark.label ? `${mark.label} ` : ''}`.padEnd(columns, '_'),
      )
    case 'blanks':
      return [`${indent}${mark.pattern}`]
    case 'grid':
      return gridParts(mark).flatMap((part, index) => [...(index > 0 ? [''] : []), ...gridLines(part)])
  }
}

const screenLines = ({ title, required, asks, description, marks }: PrintedScreen): string[] => [
  ...(title ? fold(required && asks ? `${title} ${requiredMark}` : title, columns) : []),
  ...(description ? fold(description, columns - indent.length).map((line) => `${indent}${line}`.trimEnd()) : []),
  ...(marks.length > 0 ? ['', ...marks.flatMap(markLines)] : []),
]

export function printText({ title, description, legend, screens }: PrintedSurvey): string {
  const head = fold(title, columns)
  const lines = [
    ...head,
    '='.repeat(Math.max(...head.map((line) => line.length))),
    ...(description ? fold(description, columns) : []),
    ...(legend ? ['', legend] : []),
    ...screens.flatMap((screen) => ['', '', ...screenLines(screen)]),
  ]
  return `${lines.join('\r\n')}\r\n`
}
