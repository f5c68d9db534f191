/** Figures as a person reads them, on a terminal and on the page. */
import { rounded } from '../../../model/share.ts'
import type { Independence } from '../chi-square.ts'
import type { AnswerFacts, CountPart, QuestionStats, Stats } from '../result.ts'

export const count = (many: number, what: string): string => `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`

export const figure = (value: number, digits = 2): string => String(rounded(value, digits))

export const percentText = (value: number): string => `${rounded(value, 1).toFixed(1)}%`

export const headingOf = ({ number, key, title }: Pick<QuestionStats, 'number' | 'key' | 'title'>): string =>
  `${number === null ? '' : `${number}. `}${title || key}`

/** What stands in one line below the title. */
export function factsLine({ type, kind, number, key, answered, skipped }: QuestionStats): string {
  const parts = [
    type,
    count(answered, 'answer'),
    skipped > 0 && `${skipped.toLocaleString('en')} skipped`,
    kind === 'ranking' && 'how often each was ranked first',
    number === null && 'removed',
    `variable ${key}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const partText = (name: string, { count: many, percent: of }: CountPart): string =>
  `${name} ${many.toLocaleString('en')} (${percentText(of)})`

const span = (from: number | string, to: number | string): string => (from === to ? `always ${from}` : `from ${from} to ${to}`)

const lengths = ({ min, max, mean }: NonNullable<NonNullable<AnswerFacts['texts']>['length']>): string =>
  min === max ? count(min, 'character') : `${min} to ${max} characters, mean ${figure(mean, 1)}`

/** What bars do not show. */
export function figureLines({ numbers, top_2, nps, sum_percent, texts, range, files }: AnswerFacts): string[] {
  return [
    ...(numbers
      ? [
          [
            `mean ${figure(numbers.mean)}`,
            numbers.sd !== null && `sd ${figure(numbers.sd)}`,
            `quartiles ${[numbers.q1, numbers.median, numbers.q3].map((value) => figure(value)).join(' / ')}`,
            span(numbers.min, numbers.max),
          ]
            .filter(Boolean)
            .join(' · '),
        ]
      : []),
    ...(top_2 && numbers ? [partText(`top 2 (${top_2.values.join(', ')}):`, top_2)] : []),
    ...(nps && nps.score !== null
      ? [
          `NPS ${figure(nps.score, 1)}: ${partText('promoters', nps.promoters)}, ${partText('passives', nps.passives)}, ${partText('detractors', nps.detractors)}`,
        ]
      : []),
    ...(sum_percent !== undefined && sum_percent > 0 ? [`several could be chosen: together ${percentText(sum_percent)}`] : []),
    ...(texts?.length ? [`${count(texts.distinct, 'different text')} · ${lengths(texts.length)}`] : []),
    ...(texts?.hidden ? ['e-mail addresses and phone numbers are counted, not listed'] : []),
    ...(texts && texts.others > 0 ? [`${count(texts.others, 'more answer')} with texts beyond the most that are counted apart`] : []),
    ...(range ? [span(range.first.replace('T', ' '), range.last.replace('T', ' '))] : []),
    ...(files !== undefined ? [count(files, 'file')] : []),
  ]
}

export function testLines(test: Independence | null): string[] {
  if (!test) return []
  const p = test.p < 0.001 ? 'p < 0.001' : `p = ${figure(test.p, 3)}`
  return [
    `chi-square ${figure(test.chi_square)}, df ${test.df}, ${p}, Cramer's V ${figure(test.cramers_v)}, n ${test.n.toLocaleString('en')}`,
    ...(test.cells_below_5 > 0 ? [`! fewer than 5 answers are expected in ${test.cells_below_5} of ${test.cells} cells: p is rough`] : []),
  ]
}

export function overview({ answers, selection: { state, from_date, to_date, where } }: Stats): string {
  const kind = { complete: 'complete ', incomplete: 'incomplete ', all: '' }[state]
  return [
    count(answers, `${kind}answer`),
    from_date && `from ${from_date}`,
    to_date && `to ${to_date}`,
    ...where.map((condition) => `where ${condition}`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The begin of a text that would fill the screen, or the page; cut between characters as they are seen. */
export function begin(text: string, most: number): string {
  if (text.length <= most) return text
  let [kept, count] = ['', 0]
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (count++ === most) return `${kept.trimEnd()}…`
    kept += segment
  }
  return text
}
