/** New surveys: empty, from a template, or built by the AI. */
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { poll } from '../../../system/poll.ts'
import type { Input } from '../../../contract/core/operation.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { createFromTemplate, generateQuiz } from '../../../contract/surveys/template.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { toCopy } from '../../../text/to-copy.ts'

const folderFlag = { folder_id: '--folder' } as const

/** Name and language are requests of their own; when one fails the survey is there all the same, and its id must not be lost. */
async function createNamed(
  context: Context,
  input: Input<typeof quiz.createQuiz>,
  name: string | undefined,
  lang: 'ru' | 'en' | undefined,
): Promise<void> {
  const created = await context.service.call(quiz.createQuiz, input)
  const { id } = created
  let lacking = 'its name'
  try {
    if (name !== undefined) await context.service.call(quiz.renameQuiz, { id, name })
    lacking = 'its language'
    if (lang !== undefined) await context.service.call(quiz.setQuiz, { id, lang })
  } catch (error) {
    await context.show.done(created, `Created survey ${id}, without ${lacking}`, id)
    throw error
  }
  const called = name === undefined ? '' : ` "${name}"`
  await context.show.done(
    { ...created, ...(name !== undefined && { name }) },
    [`Created survey ${id}${called} · ${created.url_preview ?? ''}`, toCopy`To add a question: surveyctl question add ${id}`],
    id,
  )
}

export const create = command(
  'create',
  quiz.createQuiz,
  {
    shows: 'quiz list --sort created_at --limit 10',
    flags: folderFlag,
    extra: {
      name: { flag: '--name <text>', about: 'Name of the survey' },
      lang: { flag: '--lang <language>', about: 'Language of buttons and messages', choices: ['ru', 'en'] },
      template: { flag: '--template <id>', about: 'Start from this template (see: template list)' },
    },
    examples: ['quiz create --folder 2 --name "Visitors 2026"', 'quiz create --folder 2 --template 1 --json'],
    summary: 'Create a survey, empty or from a template',
    run: async (context, { folder_id }, { name, lang, template }) => {
      if (name === '') throw usageError('--name must not be empty')
      if (template !== undefined && lang !== undefined)
        throw usageError('--lang cannot be given together with --template, which has its language')
      if (template === undefined) return createNamed(context, { folder_id }, name, lang)
      if (!/^[1-9]\d*$/.test(template)) throw usageError('--template must be the id of a template')
      const created = await context.service.call(createFromTemplate, { folder_id, template_id: Number(template), ...(name && { name }) })
      const id = created.id ?? created.quiz_id
      await context.show.done(
        created,
        [`Created survey ${id ?? ''} from template ${template}`, toCopy`It is a draft. To publish it: surveyctl quiz publish ${id ?? ''}`],
        id,
      )
    },
  },
  [quiz.renameQuiz, quiz.setQuiz, createFromTemplate],
)

/** Follows the AI's work until it has ended. */
async function awaitBuild(context: Context, id: number): Promise<void> {
  const finished = await poll(
    context.service,
    async () => {
      const { ai_quiz_job: job, ...rest } = await context.service.call(quiz.viewQuiz, { id })
      return !job || !['pending', 'queued', 'processing', 'running', 'in_progress'].includes(job.status ?? '')
        ? { job, ...rest }
        : undefined
    },
    { every: 1000, until: Date.now() + context.settings.longest },
  )
  if (!finished)
    throw new CommandError('unavailable', `Survey ${id} is still being built`, {
      hint: toCopy`To see how far it is: surveyctl quiz view ${id}; to wait longer: --timeout SECONDS, of which it waits ten times as many`,
    })
  if (finished?.job?.status && /fail|error|refus/.test(finished.job.status))
    throw new CommandError('refused', `The build of survey ${id} ended with "${finished.job.status}"`, { details: finished.job })
  await context.show.done(finished, `Built survey ${id} with ${finished?.widgets?.ids.length ?? 0} screens`, id)
}

export const generate = command('generate', generateQuiz, {
  shows: 'quiz list --sort created_at --limit 10',
  summary: 'Have the AI build a survey from a description',
  flags: folderFlag,
  extra: { wait: { flag: '--wait', about: 'Wait until the questions are generated' } },
  examples: ['quiz generate --folder 2 --prompt "A survey of 5 questions about a museum visit" --wait'],
  run: async (context, input, { wait }) => {
    const started = await context.service.call(generateQuiz, input)
    if (wait && !context.flags.dryRun) return awaitBuild(context, started.quiz_id)
    await context.show.done(
      started,
      [
        `Started building survey ${started.quiz_id} (${started.ai_status ?? 'pending'})`,
        toCopy`To see how far it is: surveyctl quiz view ${started.quiz_id}`,
      ],
      started.quiz_id,
    )
  },
})
