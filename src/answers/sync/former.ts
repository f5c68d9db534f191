/** Which option a text means that fits none: the report of one answer that gave it counts the option, by its id. */
import { dropExplained } from '../dictionary/former.ts'
import { mergeOptions, neverOffered } from '../dictionary/options.ts'
import type { Dictionary, KnownQuestion } from '../dictionary/shape.ts'
import type { Unlisted } from './unlisted.ts'
import type { SurveyAnswers } from './service.ts'

/** A report is slow. */
const mostReports = 20

export async function findFormerLabels(answers: SurveyAnswers, dictionary: Dictionary, unlisted: Unlisted): Promise<void> {
  const samples = [...Map.groupBy(unlisted.sampled, ({ answer }) => answer)].slice(0, mostReports)
  for (const [answer, texts] of samples) {
    const report = (await answers.report({ ids: [answer], is_complete: texts[0]?.is_complete ?? true })) ?? []
    for (const { question, label, codes } of texts) {
      const counted = leftOver(report.find(({ widget_id }) => widget_id === question.id)?.bars, question, codes)
      if (!counted) continue
      const option = optionOf(question, counted)
      if (option && option.title !== label && !option.was.includes(label)) option.was.push(label)
      unlisted.explain(question, label)
    }
  }
  dropExplained(dictionary)
}

/** The one option that the report counts, and the rest of the answer doesn't say. */
function leftOver(bars: unknown, { options }: KnownQuestion, codes: readonly number[]): { id: string; title: string } | undefined {
  const said = new Set(options.filter(({ code }) => codes.includes(code)).map(({ id }) => id))
  const counted = (Array.isArray(bars) ? bars : []).filter(
    ({ id, count }) => id !== undefined && Number(count) > 0 && !said.has(String(id)),
  )
  const [only, ...others] = counted
  return only && others.length === 0 ? { id: String(only.id), title: String(only.label ?? only.id) } : undefined
}

function optionOf(question: KnownQuestion, seen: { id: string; title: string }): KnownQuestion['options'][number] | undefined {
  const find = () => question.options.find(({ id }) => id === seen.id)
  if (!find()) mergeOptions(question.options, [seen], { type: question.type, since: neverOffered })
  return find()
}
