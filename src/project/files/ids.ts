/** `ids.yaml`: the ids behind the keys of questions and options. Written by the tool, not edited by people. */
import { areIds, areOptionIds, emptyIdMap, isUuid } from '../../model/document/ids.ts'
import { isObject, type IdMap } from '../../model/document/shape.ts'
import { formatText, parseText } from '../../model/document/text.ts'
import { problemAt, type Problem } from './config.ts'

const comment = ' Written by surveyctl: the ids behind the keys of survey.yaml. Keep it in the repository, and leave it as it is.'

export function formatIds({ questions, options, retired }: IdMap): string {
  const sorted = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
  const idMap = {
    questions: sorted(questions),
    ...(Object.keys(options).length > 0 && { options: sorted(options) }),
    ...(Object.keys(retired).length > 0 && { retired: sorted(retired) }),
  }
  return formatText({ format: 1, ...idMap }, comment)
}

/** An absent file counts as empty. */
export function readIds(text: string | undefined, file: string): { idMap: IdMap; problems: Problem[] } {
  if (text === undefined) return { idMap: emptyIdMap, problems: [] }
  const { value, problems: broken, place } = parseText(text)
  const problems: Problem[] = broken.map((problem) => ({ file, ...problem }))
  if (broken.length > 0) return { idMap: emptyIdMap, problems }
  const report = (path: string[], message: string): unknown => problems.push(problemAt(file, place, { path, message }))
  const { questions = {}, options = {}, retired = {}, ...rest } = isObject(value) ? value : {}
  for (const name of Object.keys(rest)) if (name !== 'format') report([name], 'is not known; there are questions, options, retired')
  if (!areIds(questions)) report(['questions'], 'must hold a UUID for each key')
  else
    for (const keys of Map.groupBy(Object.keys(questions), (key) => questions[key]).values())
      for (const key of keys.sort().slice(1)) report(['questions', key], 'has the id of another key')
  if (!areOptionIds(options)) report(['options'], 'must hold a UUID for each key of a question')
  if (!areRetired(retired)) report(['retired'], 'must hold id and generation for each key')
  if (problems.length > 0 || !areIds(questions) || !areOptionIds(options) || !areRetired(retired)) return { idMap: emptyIdMap, problems }
  return { idMap: { questions, options, retired }, problems }
}

const areRetired = (value: unknown): value is IdMap['retired'] => isObject(value) && Object.values(value).every(isRetired)

const isRetired = (value: unknown): boolean =>
  isObject(value) && typeof value.id === 'string' && isUuid(value.id) && Number.isSafeInteger(value.generation)
