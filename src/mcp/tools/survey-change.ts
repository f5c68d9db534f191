/** Tools that change a draft: a plan first, which a second call applies. */
import { boolean, integer, json, list, required, text } from '../../contract/core/fields.ts'
import * as z from '../../contract/core/schema.ts'
import { atLeastOne, notWith } from '../../contract/core/rules.ts'
import { createQuiz, duplicateQuiz, renameQuiz, setQuiz, viewQuiz } from '../../contract/surveys/quiz.ts'
import { createFromTemplate } from '../../contract/surveys/template.ts'
import { languages, listTexts } from '../../contract/surveys/text.ts'
import { choice } from '../../contract/core/fields.ts'
import { changeDraft, changesBetween } from '../../draft/change.ts'
import { countImpacts, impactLine } from '../../draft/loss.ts'
import { changeLines } from '../../draft/plan-lines.ts'
import { draftOf, readDraft, type Draft } from '../../draft/read.ts'
import { CommandError, usageError } from '../../errors.ts'
import { concernsOf, managedBy, pathText, type Content } from '../../model/document/index.ts'
import { toCopy } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'
import { isObject } from '../../text/is-object.ts'
import { didYouMean } from '../../text/nearest.ts'
import { valueWithoutSecrets } from '../../text/secrets.ts'
import type { Call } from '../call.ts'
import { budgetOf, fitting, maxCharacters } from '../budget.ts'
import { digestOf } from '../cursor.ts'
import { wantedOf } from '../change/edits.ts'
import { named } from '../questions.ts'
import { type Tool } from '../definition.ts'
import { textIn } from '../values.ts'
import { findingLine, survey } from './survey-read.ts'

const dryRun = boolean('Only show the requests')

const edits = list(
  json(
    z.looseObject({
      screen: z.optional(z.string()),
      set: z.optional(z.record(z.string(), z.unknown())),
      remove: z.optional(z.boolean()),
      add: z.optional(z.record(z.string(), z.unknown())),
      after: z.optional(z.string()),
      section: z.optional(z.string()),
    }),
    'One of: {screen, set: {field: value}, after: screen}, {screen, remove: true}, {add: {key, type, title, ...}, after: screen}, {section: "settings"|"conditions"|"texts", set}',
  ),
  'Single changes, by keys of survey_view',
)

/** Of the codes that are changed what respondents read now: no draft shows it. */
async function textsBefore(call: Call, id: number, { texts }: Content): Promise<Content> {
  if (!isObject(texts)) return {}
  const before: Record<string, object> = {}
  const strange: string[] = []
  for (const lang of languages) {
    const changed = texts[lang]
    if (!isObject(changed)) continue
    const rows = await call.context.service.call(listTexts, { id, lang })
    const codes = rows.map(({ code }) => code)
    strange.push(
      ...Object.keys(changed).flatMap((code) =>
        codes.includes(code) ? [] : [`texts.${lang}.${code} is not a text${didYouMean(code, codes)}`],
      ),
    )
    const there = rows.filter(({ code }) => Object.hasOwn(changed, code))
    before[lang] = Object.fromEntries(
      there.map(({ code, user_text, standard_text }) => [code, user_text ?? (changed[code] === null ? null : standard_text)]),
    )
  }
  if (strange.length > 0) throw usageError(strange, 'What there is: operation_read text.list')
  return { texts: before }
}

/** In words; only what some answer holds. */
async function lossesOf(call: Call, draft: Draft, after: Content): Promise<string[]> {
  if (draft.answers === 0) return []
  const concerns = concernsOf(draft.content, after).filter(({ class: kind }) => kind !== 'note')
  const impacts = await countImpacts(call.context.service, draft.id, concerns)
  return impacts.filter(({ answers }) => answers !== 0).map(impactLine)
}

/** Texts are in no draft, and no undo. */
const undoableOf = (areTexts: readonly boolean[]): string | undefined =>
  areTexts.every(Boolean) ? undefined : areTexts.some(Boolean) ? 'all but texts' : 'it'

export const atRisk = (instead: string, losses: readonly string[]): CommandError =>
  new CommandError('refused', [`${instead}: answers would be lost or get another meaning`, ...losses], {
    code: 'answers_at_risk',
    hint: 'Only if that is meant: allow_loss: true, which a person then confirms',
  })

/** For lines, in which what is long is cut: half a secret would be none. */
const masked = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).map(([name, all]) => [name, valueWithoutSecrets(all)]))

export const surveyPlan: Tool = {
  name: 'survey_plan',
  about:
    'What a change of a draft would do: differences, answers that would be lost, new findings. Gives a plan for survey_apply; sends nothing.',
  kind: 'read',
  fields: { survey, file: text('The survey as YAML, whole or only some sections'), edits, max_characters: maxCharacters },
  rules: [atLeastOne('file', 'edits'), notWith('file', 'edits')],
  run: async (call, input) => {
    const id = await call.survey(input.survey)
    const shown = await call.context.service.call(viewQuiz, { id })
    const draft = draftOf(id, shown)
    const written = textIn(input, 'file') ?? JSON.stringify(input.edits)
    // A file that says whose its keys are names no other.
    if (!/^ids:/m.test(written)) call.refuseUnshown(id, draft.content, written)
    const keys = call.keysOf(id, draft.content)
    const { wanted, idMap, unknown } = wantedOf(draft, keys, input)
    const before = { ...managedBy(wanted, draft.content), ...(await textsBefore(call, id, wanted)) }
    const changes = changesBetween(before, wanted)
    if (changes.length === 0) return { text: 'No difference', facts: { id, changes: 0 } }
    const after = { ...draft.content, ...wanted }
    const lines = changeLines(masked(before), masked(wanted), false, (path) => pathText(path, idMap))
    const losses = await lossesOf(call, draft, after)
    const fresh = await call.server.jobs.newFindings(call.context, id, shown, { wanted, idMap })
    const plan = call.server.plans.add({
      survey: id,
      name: draft.name,
      draft: digestOf(draft.content),
      wanted,
      idMap,
      changes: lines.length,
      undoable: undoableOf(changes.map(({ path: [section] }) => section === 'texts')),
      losses,
    })
    // What is left out of a long one is what is least to be feared.
    const all = [
      ...losses.map((line) => `answers at risk: ${line}`),
      ...unknown.map((line) => `not known: ${line}`),
      ...fresh.map((one) => `new finding: ${findingLine(one)}`),
      ...lines,
    ]
    const fit = fitting(all, budgetOf(input))
    const left = all.length - fit.length
    call.addShown(
      id,
      Object.keys(idMap.questions).filter((key) => !Object.hasOwn(keys.questions, key)),
    )
    return {
      head: `${counted(lines.length, 'change')} to survey ${id} ${named(draft.name)}, ${losses.length > 0 ? `${counted(losses.length, 'loss', 'losses')} of answers, ` : ''}${counted(fresh.length, 'new finding')}${left > 0 ? `; ${counted(left, 'line is', 'lines are')} left out` : ''}. ${plan}`,
      text: fit.join('\n'),
      facts: { plan, id, changes: lines.length, losses: losses.length, new_findings: fresh.length },
    }
  },
}

export const surveyApply: Tool = {
  name: 'survey_apply',
  about: 'Saves a plan to the draft; respondents see nothing of it before survey_publish.',
  kind: 'draft',
  operation: () => 'quiz.save',
  destructive: true,
  fields: {
    plan: required(text('Plan of survey_plan')),
    allow_loss: boolean('Also where answers would be lost; a person is asked'),
    dry_run: dryRun,
  },
  run: async (call, input) => {
    const key = String(input.plan)
    const plan = call.server.plans.find(key)
    const draft = await readDraft(call.context.service, await call.survey(plan.survey))
    if (digestOf(draft.content) !== plan.draft)
      throw new CommandError('refused', `Survey ${plan.survey} was changed since the plan was made`, {
        code: 'changed_meanwhile',
        hint: 'Make a new one: survey_plan',
      })
    const losses = await lossesOf(call, draft, { ...draft.content, ...plan.wanted })
    if (losses.length > 0) {
      if (input.allow_loss !== true) throw atRisk('Nothing was saved', losses)
      call.confirm({
        text: `Change survey ${plan.survey} ${named(draft.name)} although ${counted(losses.length, 'question or option', 'questions or options')} with answers would be lost?`,
        about: plan.draft,
        allowed: 'answers',
        reachesOthers: false,
        line: toCopy`surveyctl quiz edit ${plan.survey} --allow-loss`,
      })
    }
    if (!call.dryRun) call.server.plans.use(key)
    await changeDraft(call.context.service, draft, plan.wanted, { what: 'changed by an assistant', isGuarded: true })
    if (call.dryRun) return { text: '' }
    call.server.state.keys.set(plan.survey, plan.idMap)
    const undo =
      plan.undoable === undefined ? '' : `. To undo ${plan.undoable}: ${call.forPerson(toCopy`surveyctl quiz undo ${plan.survey}`)}`
    return {
      text: `Saved ${counted(plan.changes, 'change')} to the draft of survey ${plan.survey}${undo}`,
      facts: { id: plan.survey, changes: plan.changes },
    }
  },
}

/** Else it is tried again, and there are two. */
const halfDone = (id: number, { kind, lines, facts }: CommandError): CommandError =>
  new CommandError(kind, [`Survey ${id} was created, but without all of its name and language`, ...lines], {
    ...facts,
    retryable: false,
    hint: 'Create no other one. To complete it: operation_write quiz.rename, quiz.set',
  })

export const surveyCreate: Tool = {
  name: 'survey_create',
  about: 'A new survey: empty, from a template, or a copy. It is a draft.',
  kind: 'draft',
  operation: ({ copy_of, template }) =>
    copy_of !== undefined ? 'quiz.duplicate' : template !== undefined ? 'quiz.from-template' : 'quiz.create',
  fields: {
    folder: text('Folder: id or name; not for a copy'),
    name: text('Its name'),
    lang: choice(['ru', 'en'], 'Language, of an empty one'),
    template: integer('Template id', { min: 1 }),
    copy_of: text('Survey to copy: id, name or address'),
    dry_run: dryRun,
  },
  rules: [atLeastOne('folder', 'copy_of'), notWith('copy_of', 'folder', 'template', 'lang'), notWith('template', 'lang')],
  run: async (call, input) => {
    const { service } = call.context
    const name = textIn(input, 'name')
    let id: unknown
    if (input.copy_of !== undefined) {
      const source = await call.survey(input.copy_of)
      id = (await service.call(duplicateQuiz, { id: source, ...(name && { name }) })).quiz?.id
    } else {
      const folder_id = await call.folder(input.folder)
      if (typeof input.template === 'number') {
        const made = await service.call(createFromTemplate, { folder_id, template_id: input.template, ...(name && { name }) })
        id = made.id ?? made.quiz_id
      } else {
        const made = await service.call(createQuiz, { folder_id })
        id = made.id
        try {
          if (name) await service.call(renameQuiz, { id: made.id, name })
          if (input.lang === 'ru' || input.lang === 'en') await service.call(setQuiz, { id: made.id, lang: input.lang })
        } catch (error) {
          throw error instanceof CommandError ? halfDone(made.id, error) : error
        }
      }
    }
    return call.dryRun ? { text: '' } : { text: `Created survey ${String(id)}${name ? ` ${named(name)}` : ''}`, facts: { id } }
  },
}
