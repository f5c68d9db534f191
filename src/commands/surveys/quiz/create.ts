/** New surveys: empty, from a template, or built by the AI. */
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readId } from '../../../cli/values.ts'
import { asHelp } from '../../../service.ts'
import { isObject } from '../../../text/is-object.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import type { Input } from '../../../contract/core/operation.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { createFromTemplate, generateQuiz } from '../../../contract/surveys/template.ts'
import { languages } from '../../../contract/surveys/text.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { counted } from '../../../text/counted.ts'

const folderFlag = { folder_id: '--folder' } as const

const inWords = { en: 'English', ru: 'Russian' } as const
type Lang = (typeof languages)[number]

/** The profile's, which a person is asked for once; off a terminal what nobody said is the service's to choose. */
async function chosenLang(context: Context): Promise<Lang | undefined> {
  const { current } = context.settings
  const own = current.value('lang')
  if (own !== undefined || !context.ask.willAsk()) return own
  const chosen = await context.ask.choose(
    `Language of new surveys (stored as lang of profile "${current.profile}")`,
    '--lang',
    Object.values(inWords),
  )
  const lang = languages.find((one) => inWords[one] === chosen)
  if (lang !== undefined) await keepLang(context, lang)
  return lang
}

async function keepLang({ settings, show }: Context, lang: Lang): Promise<void> {
  try {
    await (await settings.store()).setSetting(settings.current.profile, 'lang', lang)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    show.note(`The language will be asked for again: ${error.message}`)
  }
}

/** In which language a survey came out, for a person; nothing where the service doesn't show it. */
async function saidLang(context: Context, id: number | undefined, lang?: Lang): Promise<string> {
  const { flags, show } = context
  if (lang === undefined && (id === undefined || flags.dryRun || flags.quiet || show.form.asData)) return ''
  const survey =
    lang === undefined && id !== undefined
      ? await asHelp(context.service, `The language of survey ${id}`, (call) => call(quiz.viewQuiz, { id }))
      : undefined
  const own = lang ?? (isObject(survey?.settings) ? survey.settings.lang : undefined)
  return isOneOf(languages, own) ? ` in ${inWords[own]}` : ''
}

/** Name and language are requests of their own; when one fails the survey is there all the same, and its id must not be lost. */
async function createNamed(
  context: Context,
  input: Input<typeof quiz.createQuiz>,
  name: string | undefined,
  given: Lang | undefined,
): Promise<void> {
  const lang = given ?? (await chosenLang(context))
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
    [
      `Created survey ${id}${called}${await saidLang(context, id, lang)} · ${created.url_preview ?? ''}`,
      toCopy`To add a question: surveyctl question add ${id}`,
    ],
    id,
  )
}

export const create = command('create', quiz.createQuiz, {
  shows: 'quiz list --sort created_at --limit 10',
  flags: folderFlag,
  extra: {
    name: { flag: '--name <text>', about: 'Name of the survey' },
    lang: {
      flag: '--lang <language>',
      about: "Language of buttons and messages; else the profile's lang (see: config list), or the service's own choice",
      choices: ['ru', 'en'],
    },
    template: { flag: '--template <id>', about: 'Start from this template, in its language (see: template list)' },
  },
  examples: ['quiz create --folder 2 --name "Visitors 2026" --lang en', 'quiz create --folder 2 --template 1 --json'],
  summary: 'Create a survey, empty or from a template',
  also: [quiz.renameQuiz, quiz.setQuiz, quiz.viewQuiz, createFromTemplate],
  run: async (context, { folder_id }, { name, lang, template }) => {
    if (name === '') throw usageError('--name must not be empty')
    if (template !== undefined && lang !== undefined)
      throw usageError('--lang cannot be given together with --template, which has its language')
    if (template === undefined) return createNamed(context, { folder_id }, name, lang)
    const created = await context.service.call(createFromTemplate, {
      folder_id,
      template_id: readId(template, '--template'),
      ...(name && { name }),
    })
    const id = created.id ?? created.quiz_id
    await context.show.done(
      created,
      [
        `Created survey ${id ?? ''} from template ${template}${await saidLang(context, id)}`,
        toCopy`It is a draft. To publish it: surveyctl quiz publish ${id ?? ''}`,
      ],
      id,
    )
  },
})

export const generate = command('generate', generateQuiz, {
  shows: 'quiz list --sort created_at --limit 10',
  summary: 'Have the AI build a survey from a description',
  flags: folderFlag,
  extra: { wait: { flag: '--wait', about: 'Wait until the questions are generated' } },
  examples: ['quiz generate --folder 2 --prompt "A survey of 5 questions about a museum visit" --wait'],
  run: async (context, input, { wait }) => {
    const started = await context.service.call(generateQuiz, input)
    if (wait && !context.flags.dryRun) {
      const { builtSurvey } = await import('../../../draft/build.ts')
      const id = started.quiz_id
      const built = await builtSurvey(context.service, id, Date.now() + context.settings.longest)
      return context.show.done(built, `Built survey ${id} with ${counted(built.widgets?.ids.length ?? 0, 'screen')}`, id)
    }
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
