/** Takes up what a destination decided: people have written queries on its names and codes. */
import { adoptKeeping } from './keeping.ts'
import { freeKey } from './keys.ts'
import type { Dictionary, KnownOption, KnownQuestion } from './shape.ts'

/** Changes `ours`. Numbers of its questions stay, as answers in the store are kept under them. */
export function adopt(ours: Dictionary, theirs: Dictionary): void {
  const before = JSON.stringify(ours.questions)
  for (const known of theirs.questions) {
    const own = ours.questions.find(({ id, kind }) => id === known.id && kind === known.kind)
    if (own) adoptQuestion(own, known)
    else ours.questions.push({ ...structuredClone(known), n: freeNumber(ours, known.n) })
  }
  adoptKeeping(ours, theirs)
  if (theirs.digests !== undefined) ours.digests ??= theirs.digests
  renameOthers(ours, theirs)
  ours.revision = Math.max(ours.revision, theirs.revision)
  if (before !== '[]' && JSON.stringify(ours.questions) !== before) ours.revision++
}

const freeNumber = ({ questions }: Dictionary, wanted: number): number =>
  questions.some(({ n }) => n === wanted) ? Math.max(...questions.map(({ n }) => n)) + 1 : wanted

function adoptQuestion(own: KnownQuestion, { key, options, rows, until, fraction }: KnownQuestion): void {
  own.key = key
  if (fraction) own.fraction = fraction
  own.until = until === null ? own.until : until
  adoptOptions(own.options, options)
  adoptOptions(own.rows, rows)
}

function adoptOptions(own: KnownOption[], theirs: readonly KnownOption[]): void {
  const codes = new Set(theirs.map(({ code }) => code))
  let next = Math.max(0, ...own.map(({ code }) => code), ...codes) + 1
  const known = new Map(theirs.map((option) => [option.id, option]))
  for (const option of own) {
    const decided = known.get(option.id)
    if (decided) {
      option.code = decided.code
      option.was = [...new Set([...option.was, ...decided.was, decided.title])].filter((title) => title !== option.title)
    } else if (codes.has(option.code)) option.code = next++
    known.delete(option.id)
  }
  own.push(...[...known.values()].map((option) => structuredClone(option)))
}

/** A question that the destination doesn't know gives way to a name there. */
function renameOthers(ours: Dictionary, theirs: Dictionary): void {
  const decided = new Map(theirs.questions.map(({ key, id, kind }) => [key.toLowerCase(), `${id} ${kind}`]))
  for (const question of ours.questions) {
    const holder = decided.get(question.key.toLowerCase())
    if (holder === undefined || holder === `${question.id} ${question.kind}`) continue
    const used = new Set([...ours.questions.map(({ key }) => key.toLowerCase()), ...decided.keys()])
    question.key = freeKey(question.title, question.order, used)
  }
}
