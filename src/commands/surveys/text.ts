import { command, group } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { languages, listTexts, setTexts } from '../../contract/surveys/text.ts'
import type { Input } from '../../contract/core/operation.ts'
import { usageError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'
import { isObject } from '../../text/is-object.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import { jsonOf } from '../../text/json-of.ts'

type Change = Input<typeof setTexts>['texts'][number]

const columns: Column[] = ['code', { path: 'user_text', label: 'own text' }, 'standard_text']

/** The survey's own language where none is named; `undefined`: the service doesn't show it. */
async function languageOf(context: Context, { id, lang }: Pick<Input<typeof setTexts>, 'id' | 'lang'>): Promise<{ lang?: 'ru' | 'en' }> {
  if (lang) return { lang }
  const { settings } = await context.service.call(viewQuiz, { id })
  const own = isObject(settings) ? settings.lang : undefined
  return isOneOf(languages, own) ? { lang: own } : {}
}

/** `CODE=TEXT`, or `CODE:=JSON` for text with line breaks and for null. */
function readChange(given: string): Change {
  const [, code, operator, value] = /^([^=:]+)(:?=)(.*)$/s.exec(given) ?? []
  if (code === undefined || value === undefined) throw usageError(`"${given}" is not CODE=TEXT`)
  if (operator === '=') return { code, text: value }
  const text = jsonOf(value)
  if (typeof text !== 'string' && text !== null) throw usageError(`${code}:= takes a JSON string or null`)
  return { code, text }
}

/** The changes of `--file`; those of the command line win, code by code. */
async function fromFile(context: Context, file: string): Promise<Change[]> {
  const data = await context.ask.readData(file)
  const texts = isObject(data) ? data.texts : data
  const { data: changes, error } = setTexts.body.texts.schema.safeParse(texts)
  if (changes) return changes
  throw usageError(error.issues.map(({ path, message }) => `--file: ${['texts', ...path].join('.')} ${message}`))
}

const set = command('set', setTexts, {
  positionals: ['id', '[texts...]'],
  flags: {
    texts: {
      placeholder: 'CODE=TEXT',
      about: 'Code (see: text list) and its new text; CODE:=null brings the standard one back',
      read: (given) => given.map(readChange),
    },
  },
  extra: {
    file: {
      flag: '--file <file>',
      about: 'Read {texts: [{code, text}]} from a JSON or YAML file (- for standard input); CODE=TEXT overrides the file',
    },
  },
  examples: ['text set 42 btn_next="Go on" btn_back="Back" --lang en', 'text set 42 btn_submit:=null'],
  run: async (context, { id, texts = [], lang }, { file }) => {
    const given = new Map<string, Change>()
    for (const change of [...(file === undefined ? [] : await fromFile(context, file)), ...texts]) given.set(change.code, change)
    if (given.size === 0) throw usageError('CODE=TEXT is missing', 'To see the codes: surveyctl text list SURVEY')
    const result = await context.service.call(setTexts, { id, texts: [...given.values()], ...(await languageOf(context, { id, lang })) })
    await context.show.done(result, `Set ${[...given.keys()].join(', ')} of survey ${id}`, id)
  },
})

export const textGroup = group('text', {
  summary: 'Texts of buttons and messages',
  aliases: ['texts'],
  shows: 'text list {id}',
  commands: [
    command('list', listTexts, {
      aliases: ['ls'],
      columns,
      examples: ['text list 42', 'text list 42 --lang en --json'],
      also: [viewQuiz],
      run: async (context, input) => context.show.list(listTexts, { ...input, ...(await languageOf(context, input)) }, columns),
    }),
    set,
    command('reset', setTexts, {
      summary: 'Bring standard texts back',
      positionals: ['id', 'texts...'],
      flags: {
        texts: {
          placeholder: 'CODE',
          about: 'Code of a text (see: text list)',
          read: (codes) => codes.map((code) => ({ code, text: null })),
        },
      },
      run: async (context, input) => {
        const { id, texts } = input
        const result = await context.service.call(setTexts, { ...input, ...(await languageOf(context, input)) })
        await context.show.done(result, `Brought the standard text of ${texts.map(({ code }) => code).join(', ')} back in survey ${id}`, id)
      },
      examples: ['text reset 42 btn_next btn_back --lang en'],
    }),
  ],
})
