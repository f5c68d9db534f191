import { aligned, folded } from '../../cli/aligned.ts'
import type { Part, Topic } from './topic.ts'

function lines(part: Part): string[] {
  if (typeof part === 'string') return folded(part)
  return 'terms' in part ? aligned(part.terms) : part.commands.map((line) => `  ${line}`)
}

/** A topic as it is read on a terminal. */
export const topicText = ({ title, parts }: Topic): string =>
  `${[`${title}.`, ...parts.flatMap((part) => ['', ...lines(part)])].join('\n')}\n`
