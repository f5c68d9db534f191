/** `project adopt` and `forget`: which survey a folder is. */
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { surveyPath, whyNoName } from '../../../project/files/layout.ts'
import { ownAccount } from '../../../project/opened.ts'
import { adoptAll } from '../../../project/pull/adopt-all.ts'
import { forgetLink, linkSurvey } from '../../../project/pull/link-survey.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { inProject, type Opening } from './open.ts'
import { reportGaps } from './pull.ts'

interface Given {
  key?: string | undefined
  survey?: string | undefined
}

export async function adoptSurveys(
  given: Context,
  { key, survey }: Given,
  options: { env?: string | undefined; all?: boolean },
): Promise<void> {
  if (options.all) {
    if (key !== undefined) throw usageError('--all goes by the names in the files: it takes no key')
    return inProject(given, { env: options.env }, adoptByName)
  }
  if (key === undefined || survey === undefined)
    throw usageError('The key and the survey are required', 'To link all surveys by their names: surveyctl project adopt --all')
  return adoptSurvey(given, key, survey, options.env)
}

const columns: Column[] = ['key', 'name', { path: 'quiz_id', label: 'survey' }, 'status', 'why']

async function adoptByName(opening: Opening): Promise<void> {
  const { show } = opening.context
  const adopted = await adoptAll(opening)
  if (adopted.length > 0 || show.form.asData) await show.rows([adopted], columns)
  else show.note('Every survey of the files is known already')
  if (adopted.some(({ status }) => status === 'adopted'))
    show.note('Where they differ from the files, it is not known yet which side changed. To see it: surveyctl project plan')
}

async function adoptSurvey(given: Context, key: string, reference: string, env: string | undefined): Promise<void> {
  const why = whyNoName(key)
  if (why !== undefined) throw usageError(`"${key}" ${why}`)
  await inProject(given, { env }, async (opened) => {
    await ownAccount(opened)
    const id = await opened.context.ask.quiz(reference)
    const { pulled, fresh } = await linkSurvey(opened, key, id)
    if (pulled) {
      const { files, gaps } = pulled
      await opened.context.show.done({ key, quiz_id: id, files, gaps }, `Survey ${id} is ${key} now: ${files.join(', ')}`, key)
      return reportGaps(opened.context, [pulled])
    }
    await opened.context.show.done(
      { key, quiz_id: id, files: [] },
      [
        `Survey ${id} is ${key} now`,
        fresh
          ? toCopy`Nothing was sent yet. To send the files: surveyctl project apply ${key}`
          : toCopy`Where it differs from ${surveyPath(key)} it is not known yet which side changed. To see it: surveyctl project plan ${key}`,
      ],
      key,
    )
  })
}

export const forgetSurvey = (given: Context, key: string, env: string | undefined): Promise<void> =>
  inProject(given, { env }, async (opened) => {
    const { quiz_id } = forgetLink(opened, key)
    await opened.context.show.done({ key, quiz_id }, `Survey ${quiz_id} is no longer managed as ${key}; its files and the survey stay`, key)
  })
