/** Findings as a person reads them: by survey, and by rule where many surveys have the same. */
import type { Finding } from '../../../check/run.ts'
import { counted, firstOf } from '../../../text/counted.ts'

interface Group {
  heading: string
  bars: never[]
  lines: string[]
}

const signs = { error: '✗', warning: '!', info: '·' } as const
/** From so many surveys on one rule is told once. */
const many = 5

export function bySurvey(findings: readonly Finding[]): Group[] {
  const surveys = [...new Set(findings.map(({ survey }) => survey))]
  return surveys.map((survey) => {
    const own = findings.filter((finding) => finding.survey === survey)
    const { survey_name: name = '' } = own[0] ?? {}
    return {
      heading: name === '' ? survey : `${survey} "${name}"`,
      bars: [],
      lines: own.flatMap(({ severity, message, rule, fix, file, line, column }) => [
        `${signs[severity]} ${message} (${rule})`,
        ...(file === undefined ? [] : [`    ${file}:${line}:${column}`]),
        ...(fix === null ? [] : [`    ${fix}`]),
      ]),
    }
  })
}

/** Each way of mending it is shown with the first survey's id. */
export function byRule(findings: readonly Finding[]): Group[] {
  const rules = Map.groupBy(findings, ({ rule }) => rule)
  const isMany = (own: readonly Finding[]): boolean => new Set(own.map(({ survey }) => survey)).size >= many
  const alike = [...rules].filter(([, own]) => isMany(own))
  const inMany = new Set(alike.map(([rule]) => rule))
  return [
    ...alike.map(([rule, own]): Group => {
      const surveys = [...new Set(own.map(({ survey }) => survey))]
      const ways = new Map(own.toReversed().map(({ fix, survey }) => [fix?.replaceAll(new RegExp(`\\b${survey}\\b`, 'g'), ''), fix]))
      const [first] = own
      const isSame = own.every(({ message }) => message === first?.message)
      return {
        heading: `${rule}: ${counted(surveys.length, 'survey')}`,
        bars: [],
        lines: [
          ...(first ? [`${signs[first.severity]} ${isSame ? first.message : `${first.survey}: ${first.message}; the others alike`}`] : []),
          `    ${firstOf(surveys)}`,
          ...[...ways.values()].flatMap((fix) => (fix ? [`    ${fix}`] : [])),
        ],
      }
    }),
    ...bySurvey(findings.filter(({ rule }) => !inMany.has(rule))),
  ]
}
