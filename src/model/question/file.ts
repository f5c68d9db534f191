import type { Definition, FileLimits, AnswerProblem } from './definition.ts'
import { invalidAnswer } from './parts/options.ts'
import { finite } from './value.ts'
import type { FileValue, QuestionOf } from '../survey.ts'

type Question = QuestionOf<'file'>

/** Values are checked before they are kept. */
const filesOf = (value: unknown): FileValue[] => (Array.isArray(value) ? (value as FileValue[]) : [])

export const file: Definition<Question> = {
  example: { type: 'file', title: 'A photo of your visit', fileMaxCount: 2, fileMaxBytes: 5_000_000, fileExtensions: ['jpg', 'png'] },
  seconds: 40,
  personal: 'data',
  answers: 'files',
  sent: { limits: fileLimits },
  blank: [],
  lists: () => ({}),
  problem,
  text: (value) =>
    filesOf(value)
      .map(({ name, url }) => (url ? `${name} (${url})` : name))
      .join('; '),
  score: () => 0,
  count: (_question, given) => ({ kind: 'files', files: given.flatMap(filesOf) }),
  holds: () => 'files',
}

const mostFiles = 20

export function fileLimits({ fileMaxCount, fileMaxBytes, fileExtensions }: Question): FileLimits {
  return {
    count: Math.min(Math.max(Math.trunc(finite(fileMaxCount, 1)), 1), mostFiles),
    bytes: Math.max(finite(fileMaxBytes, 10 * 2 ** 20), 1),
    extensions: (Array.isArray(fileExtensions) ? fileExtensions : []).map((ext) => String(ext).toLowerCase().replace(/^\./, '')),
  }
}

function problem(question: Question, value: unknown): AnswerProblem | undefined {
  if (!Array.isArray(value)) return invalidAnswer
  const limits = fileLimits(question)
  if (value.length > limits.count) return { code: 'too_many_files', facts: { n: limits.count } }
  return filesOf(value)
    .map((each) => fileRefusal(limits, each))
    .find(Boolean)
}

/** What is wrong with one file, by its name and size. */
export function fileRefusal({ bytes, extensions }: FileLimits, { name, size }: { name: string; size: number }): AnswerProblem | undefined {
  if (size > bytes) return { code: 'file_too_large', facts: { size: bytesText(bytes) } }
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extensions.length > 0 && !extensions.includes(ending)
    ? { code: 'file_type_not_allowed', facts: { types: extensions.join(', ') } }
    : undefined
}

/** `10 MB`, `500 KB`, `1000 bytes`: rounded down, so that what is said to fit does. */
export function bytesText(bytes: number): string {
  const floor = (unit: number): number => Math.floor((bytes / unit) * 10) / 10
  return bytes >= 2 ** 20 ? `${floor(2 ** 20)} MB` : bytes >= 2 ** 10 ? `${floor(2 ** 10)} KB` : `${bytes} bytes`
}
