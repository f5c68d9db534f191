/** Findings for other programs: SARIF 2.1.0 for code hosts, JUnit XML for CI systems. */
import { isAbsolute, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { otherRules, type Finding } from './run.ts'
import type { RuleFacts, Severity } from './snapshot.ts'
import { rules } from './rules/index.ts'

/** The position of a finding in a file; one without a file has a substitute. */
export interface Place {
  file: string
  line: number
  column: number
}

/** A path as a URI reference, as SARIF requires. */
const uriOf = (file: string): string => (isAbsolute(file) ? pathToFileURL(file).href : file.split(sep).map(encodeURIComponent).join('/'))

const suppressionHelp =
  'To accept a finding, list it under "suppress" in check.yaml, with a reason. To change a severity, list the rule under "rules".'

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

export function sarif(
  findings: readonly Finding[],
  version: string,
  placeOf: (finding: Finding) => Place,
  all: readonly RuleFacts[] = rules,
): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'surveyctl',
            version,
            rules: [...all, ...Object.values(otherRules)].map(({ id, why, severity }) => ({
              id,
              shortDescription: { text: why },
              help: { text: `${why}. ${suppressionHelp}` },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        results: findings.map((finding) => {
          const { file, line, column } = placeOf(finding)
          return {
            ruleId: finding.rule,
            level: levels[finding.severity],
            message: { text: finding.fix === null ? finding.message : `${finding.message}. To fix it: ${finding.fix}` },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } },
                logicalLocations: [{ fullyQualifiedName: logical(finding) }],
              },
            ],
            partialFingerprints: { 'surveyctl/v1': finding.fingerprint },
            ...(finding.suppressed !== null && { suppressions: [{ kind: 'external', justification: finding.suppressed }] }),
          }
        }),
      },
    ],
  }
}

const logical = ({ survey, screen, path }: Finding): string =>
  ['quiz', survey, ...(screen === null ? [] : ['screens', screen]), ...(path === null ? [] : [path])].join('/')

/** For XML 1.0, which has no control characters, not even escaped ones. */
const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** How a report of this tool begins: the next one may take its place. */
export const ourSarif = /^\{\s*"\$schema": "[^"]*sarif[^"]*"[\s\S]{0,200}"name": "surveyctl"/
export const ourJunit = /^<\?xml[^>]*>\s*<testsuites name="surveyctl /

/** One test case for each finding: a failure for an error, skipped where it is suppressed. */
export function junit(findings: readonly Finding[], surveys: readonly { survey: string; name: string }[]): string {
  const suites = surveys.map(({ survey, name }) => {
    const own = findings.filter((finding) => finding.survey === survey)
    const failed = own.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null)
    const accepted = own.filter(({ suppressed }) => suppressed !== null)
    const cases = own.map(({ rule, message, fix, screen, path, severity, suppressed }) => {
      const title = [rule, screen, path].filter(Boolean).join(' ')
      const text = escaped(fix === null ? message : `${message}\nTo fix it: ${fix}`)
      const body =
        suppressed !== null
          ? `<skipped message="${escaped(suppressed)}"/>`
          : severity === 'error'
            ? `<failure message="${escaped(message)}">${text}</failure>`
            : `<system-out>${escaped(severity)}: ${text}</system-out>`
      return `    <testcase classname="survey ${escaped(survey)}" name="${escaped(title)}">${body}</testcase>`
    })
    const none = own.length === 0 ? [`    <testcase classname="survey ${escaped(survey)}" name="check"/>`] : []
    return [
      `  <testsuite name="${escaped(`${survey} ${name}`.trim())}" tests="${Math.max(own.length, 1)}" failures="${failed.length}" errors="0" skipped="${accepted.length}">`,
      ...none,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="surveyctl check">', ...suites, '</testsuites>', ''].join('\n')
}
