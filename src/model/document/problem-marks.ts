/** Problems of a text that is edited, each as a comment above its line. */
import type { TextProblem } from './text.ts'

/** Whether it says nothing. */
export const isEmpty = (text: string): boolean => text.split('\n').every((line) => /^\s*(#.*)?$/.test(line))

const mark = '#! '

/** Each problem stands above its line. */
export function withProblems(text: string, problems: readonly TextProblem[]): string {
  const lines = text.split('\n')
  return lines
    .flatMap((line, index) => {
      const [indent = ''] = /^\s*/.exec(line) ?? []
      const here = problems.filter((problem) => Math.min(problem.line, lines.length) === index + 1)
      return [...here.map(({ message }) => `${indent}${mark}${message.replaceAll('\n', ' ')}`), line]
    })
    .join('\n')
}

export const withoutProblems = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(mark))
    .join('\n')
