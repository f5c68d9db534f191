/** Commands about a whole draft: written to a file, edited, saved, brought back. What they do is loaded when they run. */
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { usageError } from '../../../errors.ts'
import { isObject } from '../../../text/is-object.ts'
import { readObject } from '../../read-object.ts'
import { surveyDetails } from '../../confirm-details.ts'
import { allowLoss } from '../change-flags.ts'

/** The whole draft is sent; nobody types it as flags. */
const hidden = { ids: false, entities: false } as const
const others = [quiz.renameQuiz, quiz.noteQuiz, quiz.conditionsQuiz, quiz.setQuiz]

export const save = command('save', quiz.saveQuiz, {
  flags: hidden,
  extra: {
    file: {
      flag: '--file <file>',
      about:
        'A document (see: quiz example, quiz export), where fields at their defaults may be left out and sections stay; or ids and entities as in "quiz view --json", sent just as they stand; JSON or YAML (- for standard input)',
    },
    allowLoss,
  },
  examples: ['quiz save 43 --file survey.yaml', 'quiz export 42 | surveyctl quiz save 43 --file - --allow-loss'],
  also: others,
  run: async (context, { id }, options) => (await import('./save.ts')).saveDraft(context, id, options),
})

export const edit = command('edit', quiz.saveQuiz, {
  summary: 'Edit the draft of a survey as YAML in $VISUAL or $EDITOR',
  flags: hidden,
  extra: { allowLoss },
  examples: ['EDITOR="sed -i s/Tools/Equipment/" surveyctl quiz edit 43 --yes'],
  also: others,
  run: async (context, { id }, options) => (await import('./edit.ts')).editDraft(context, id, options),
})

export const exportCommand = command('export', quiz.viewQuiz, {
  summary: 'Write the draft of a survey as YAML, for "quiz save --file"',
  extra: {
    output: {
      flag: '-o, --output <file>',
      about: 'File to write, as JSON where it ends so (default: standard output)',
      saves: ['yaml', 'json'],
    },
    force: { flag: '--force', about: 'Replace an existing file' },
  },
  examples: ['quiz export 42 -o spring.yaml', 'quiz export 42 --json --jq ".screens[].title"'],
  run: async (context, { id }, options) => (await import('./save.ts')).exportDraft(context, id, options),
})

export const undo = command('undo', quiz.saveQuiz, {
  summary: 'Undo the last change that surveyctl made to a survey from this machine',
  flags: hidden,
  extra: { allowLoss },
  examples: ['surveyctl question set 42 5 title="What now?" && surveyctl quiz undo 42'],
  also: others,
  run: async (context, { id }, options) => (await import('./save.ts')).undoChange(context, id, options),
})

export const diff = command('diff', quiz.viewQuiz, {
  summary: 'Compare the draft with its publication, another survey or a file',
  positionals: ['id', '[other]'],
  arguments: { other: 'Another survey: id, name or address' },
  extra: {
    file: { flag: '--file <file>', about: 'Compare with a document or ids and entities (- for standard input)' },
    full: { flag: '--full', about: 'Whole values, not cut' },
  },
  examples: ['quiz diff 42 43 || test $? = 10', 'quiz export 42 | surveyctl quiz diff 42 --file -'],
  run: async (context, { id, other }, options) => (await import('./diff.ts')).showDiff(context, id, other, options),
})

/** What counts the answers; every command of surveys would load it. */
const counting = async () => {
  const [{ viewReport }, { listAnswers }] = await Promise.all([
    import('../../../contract/answers/report.ts'),
    import('../../../contract/answers/answer.ts'),
  ])
  return [viewReport, listAnswers]
}

const impactColumns = ['class', 'question', 'title', 'what', 'answers', 'hint'] as const

export const impact = command('impact', quiz.viewQuiz, {
  summary: 'Show what an edit would do to existing answers, and to how many',
  columns: impactColumns,
  extra: { file: { flag: '--file <file>', about: 'The edited document, or ids and entities (- for standard input)' } },
  examples: ['quiz export 42 | sed s/Pots/Lamps/ | surveyctl quiz impact 42 --file - || test $? = 10'],
  also: counting,
  run: async (context, { id }, { file }) => (await import('./diff.ts')).showImpact(context, id, file, impactColumns),
})

export const conditions = command('conditions', quiz.conditionsQuiz, {
  extra: {
    file: { flag: '--file <file>', about: 'The logic as JSON or YAML (- for standard input)' },
    clear: { flag: '--clear', about: 'Remove all logic' },
  },
  flags: { conditions: false },
  examples: ['quiz conditions 43 --file conditions.yaml', 'quiz conditions 43 --clear --yes'],
  confirm: ({ id }, { clear }) => (clear ? `Remove the navigation logic of survey ${id}?` : undefined),
  confirmDetails: (context, { id }) => surveyDetails(context, id, 'a publication that respondents see keeps its logic until the next one'),
  run: async (context, { id }, { file, clear }) => {
    if (clear && file !== undefined) throw usageError('Give either --file or --clear')
    const wanted = clear ? {} : await readConditions(context, file)
    const { replaceConditions } = await import('./save.ts')
    const changed = await replaceConditions(context, id, wanted)
    await context.show.done({ id, changed }, clear ? `Cleared the logic of survey ${id}` : `Replaced the logic of survey ${id}`, id)
  },
})

/** The file holds the logic itself, or the whole body with it. */
async function readConditions(context: Context, file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) throw usageError('Give either --file or --clear')
  const data = await readObject(context, file)
  const conditions = data.conditions ?? data
  if (!isObject(conditions)) throw usageError('--file must hold an object')
  return conditions
}
