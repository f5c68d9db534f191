/** Names and former labels that a person gave in the file of `--keys`. */
import { usageError } from '../../errors.ts'
import { freeKey, freeVersion, type FormerLabels } from './keys.ts'
import { optionNamed } from './options.ts'
import type { Dictionary, KnownQuestion } from './shape.ts'

/** Sets the keys that a person chose; files written under other keys are then written again. Nothing else keeps or gets one of them. */
export function applyKeys(dictionary: Dictionary, keys: Readonly<Record<string, string>>): void {
  const chosen = new Set(Object.values(keys).map((key) => key.toLowerCase()))
  const rename = (question: KnownQuestion, choose: (used: ReadonlySet<string>) => string): void => {
    const others = dictionary.questions.filter((other) => other !== question).map((other) => other.key.toLowerCase())
    question.key = choose(new Set([...others, ...chosen]))
  }
  const before = dictionary.questions.map(({ key }) => key).join()
  const first = (id: string): KnownQuestion | undefined => dictionary.questions.find((question) => question.id === id)
  const holders = new Set(Object.keys(keys).map(first))
  for (const question of dictionary.questions) {
    if (holders.has(question) || !chosen.has(question.key.toLowerCase())) continue
    const base = first(question.id)
    rename(question, (used) => (base && base !== question ? freeVersion(base.key, 2, used) : freeKey(question.title, question.order, used)))
  }
  for (const [id, key] of Object.entries(keys)) {
    const [named, ...versions] = dictionary.questions.filter((question) => question.id === id)
    if (named && named.key !== key) rename(named, () => key)
    versions.forEach((version, index) => {
      if (!new RegExp(`^${key}_v\\d+$`).test(version.key)) rename(version, (used) => freeVersion(key, index + 2, used))
    })
  }
  if (dictionary.questions.map(({ key }) => key).join() !== before) dictionary.revision++
}

/** Texts of answers that a person says to be former labels: they are those options from now on. */
export function applyLabels(dictionary: Dictionary, labels: FormerLabels): void {
  const problems: string[] = []
  for (const question of dictionary.questions) {
    for (const [text, name] of Object.entries(labels[question.id] ?? {})) {
      const known = [question.options, question.rows].map((list) =>
        optionNamed(
          list.filter(({ unlisted }) => !unlisted),
          String(name),
        ),
      )
      const option = known[0] ?? known[1]
      if (!option) problems.push(`labels: "${question.key}" has no option "${name}"`)
      else if (option.title !== text && !option.was.includes(text)) {
        option.was.push(text)
        dictionary.revision++
      }
    }
  }
  if (problems.length > 0) throw usageError(problems)
}
