/** QSF files: questions, the blocks that they stand in, and the flow of blocks. */
import { isObject } from '../../../text/is-object.ts'
import { all, always } from '../../expression/expression.ts'
import type { Condition, Flow, Form, Item, ReadOptions } from '../../form.ts'
import { fieldsOf, isOn, listOf, objectsIn, textIn, unreadable, type Fields } from '../json.ts'
import { Languages } from '../languages.ts'
import { expressionOf, logicOf, saidBy } from './logic.ts'
import { readQuestion } from './questions.ts'
import { Source, type QsfQuestion } from './source.ts'

export const isQsf = (data: Fields): boolean => isObject(data.SurveyEntry) && Array.isArray(data.SurveyElements)

export function readQsf(data: Fields, name: string, options: ReadOptions): Form {
  const entry = fieldsOf(data.SurveyEntry)
  const elements = objectsIn(data.SurveyElements)
  const of = (kind: string): Fields[] => elements.filter(({ Element }) => Element === kind)
  const blocks = blocksIn(of('BL')[0]?.Payload)
  if (blocks.size === 0) throw unreadable(`${name} has no blocks of questions`, 'Export the whole survey (.qsf)')
  const base = textIn(entry.SurveyLanguage) || 'EN'
  const found = of('SQ').flatMap(({ Payload }) =>
    Object.keys(isObject(fieldsOf(Payload).Language) ? fieldsOf(fieldsOf(Payload).Language) : {}),
  )
  const languages = new Languages(found, base, options.lang, options.losses)
  const source = new Source(options.losses, languages, base)
  for (const { PrimaryAttribute, Payload } of of('SQ')) {
    const payload = fieldsOf(Payload)
    const qid = textIn(payload.QuestionID) || textIn(PrimaryAttribute)
    const tag = textIn(payload.DataExportTag)
    const asked: QsfQuestion = { qid, payload, place: { at: qid, key: tag || qid }, items: [], options: new Map() }
    source.questions.set(qid, asked)
    readQuestion(source, asked)
  }
  for (const asked of source.questions.values())
    if (isObject(asked.payload.DisplayLogic)) asked.shown = logicOf(source, asked.payload.DisplayLogic)
  const placed = new Placing(source, blocks)
  placed.flow(fieldsOf(of('FL')[0]?.Payload).Flow ?? [...blocks.keys()].map((ID) => ({ Type: 'Block', ID })), [])
  placed.addUnused()
  for (const { Payload } of of('QO')) options.losses.add('quota.dropped', { at: 'QO' }, textIn(fieldsOf(Payload).Name))
  return {
    source: 'qsf',
    title: source.texts.label(entry.SurveyName, { at: 'SurveyName' }),
    lang: languages.chosen,
    languages: languages.all,
    ...optionsOf(source, fieldsOf(of('SO')[0]?.Payload)),
    items: placed.items,
    flow: placed.ways(),
    ...settings(source, languages, fieldsOf(of('SO')[0]?.Payload)),
  }
}

/** A list or an object of them. */
function blocksIn(payload: unknown): Map<string, Fields> {
  const all = Array.isArray(payload) ? payload : isObject(payload) ? Object.values(payload) : []
  return new Map(
    all
      .filter(isObject)
      .filter(({ Type }) => Type !== 'Trash')
      .map((block) => [textIn(block.ID), block]),
  )
}

interface Way {
  after: string
  onlyThere?: boolean
  on: Condition
  then: Flow['then'] | { behind: number }
}

/** Puts questions in the order of the flow. */
class Placing {
  readonly items: Item[] = []
  readonly #ways: Way[] = []
  readonly #source: Source
  readonly #blocks: ReadonlyMap<string, Fields>
  readonly #used = new Set<string>()

  constructor(source: Source, blocks: ReadonlyMap<string, Fields>) {
    this.#source = source
    this.#blocks = blocks
  }

  flow(flow: unknown, around: readonly Condition[]): void {
    const { losses } = this.#source
    for (const step of objectsIn(flow)) {
      const at = textIn(step.FlowID)
      switch (step.Type) {
        case 'Block':
        case 'Standard':
          this.#block(textIn(step.ID), around, at)
          break
        case 'Branch':
          this.flow(step.Flow, [...around, { when: logicOf(this.#source, step.BranchLogic), text: saidBy(step.BranchLogic), at }])
          break
        case 'BlockRandomizer':
          if (listOf(step.Flow).length > 1)
            losses.add('logic.random', { at }, `${textIn(step.SubSet) || 'all'} of ${listOf(step.Flow).length} in a random order`)
          this.flow(step.Flow, around)
          break
        case 'Group':
        case 'Root':
          this.flow(step.Flow, around)
          break
        case 'EndSurvey':
          this.#end(step, around, at)
          break
        case 'EmbeddedData': {
          const fields = objectsIn(step.EmbeddedData)
            .map(({ Field }) => textIn(Field))
            .join(', ')
          if (fields !== '') losses.add('hidden.undeclared', { at }, fields)
          break
        }
        default:
          losses.add(step.Type === 'Quota' || step.Type === 'QuotaCheck' ? 'quota.dropped' : 'setting.dropped', { at }, textIn(step.Type))
          this.flow(step.Flow, around)
      }
    }
  }

  #end(step: Fields, around: readonly Condition[], at: string): void {
    const after = this.items.at(-1)?.key
    const on = {
      when: around.length > 0 ? all(around.map(({ when }) => when)) : always,
      text: around.map(({ text }) => text).join(' and ') || 'always',
      at,
    }
    const screened = /screen/i.test(textIn(fieldsOf(step.Options).ResponseFlag))
    if (after === undefined) this.#source.losses.add('logic.widened', { at }, on.text, 'nothing ends before the first question')
    else this.#ways.push({ after, on, then: { action: screened ? 'screenout' : 'finish' } })
  }

  #block(id: string, around: readonly Condition[], at: string): void {
    const block = this.#blocks.get(id)
    const { losses } = this.#source
    if (!block) return
    if (this.#used.has(id))
      return losses.add(
        'structure.repeat',
        { at, key: textIn(block.Description) },
        `the block "${textIn(block.Description)}" again`,
        'asked once, at its first place',
      )
    this.#used.add(id)
    const looping = textIn(fieldsOf(block.Options).Looping)
    if (looping !== '' && looping !== 'None')
      losses.add('structure.repeat', { at: id }, `the block "${textIn(block.Description)}" is asked in a loop`)
    if (isOn(fieldsOf(block.Options).RandomizeQuestions) || fieldsOf(block.Options).RandomizeQuestions === 'RandomWithOnlyX')
      losses.add('logic.random', { at: id }, 'questions in a random order')
    const skips: Way[] = []
    for (const element of objectsIn(block.BlockElements)) {
      const asked = element.Type === 'Question' ? this.#source.questions.get(textIn(element.QuestionID)) : undefined
      if (!asked) continue
      const { shown, payload, items } = asked
      const own: Condition[] = shown ? [{ when: shown, text: saidBy(payload.DisplayLogic), at: asked.place.at }] : []
      const tag = textIn(payload.DataExportTag)
      for (const item of items)
        this.items.push({
          ...item,
          ...(tag !== '' && { alias: tag + item.key.slice(asked.qid.length) }),
          visible: [...around, ...own, ...item.visible.map((said) => ({ ...said, when: said.when ?? always }))],
        })
      const after = items.at(-1)?.key
      const all = [...objectsIn(element.SkipLogic), ...objectsIn(payload.SkipLogic)]
      if (after !== undefined) for (const skip of all) skips.push(this.#skip(skip, after, asked.place.at))
    }
    for (const way of skips) this.#ways.push('behind' in way.then ? { ...way, then: { behind: this.items.length } } : way)
  }

  #skip(skip: Fields, after: string, at: string): Way {
    const text = textIn(skip.Description).replaceAll(/<[^<>]*>/g, '')
    const on = { when: expressionOf(this.#source, skip), text, at }
    const to = textIn(skip.SkipToDestination)
    const onlyThere = true
    if (to === 'ENDOFSURVEY') return { after, onlyThere, on, then: { action: 'finish' } }
    if (to === 'ENDOFBLOCK') return { after, onlyThere, on, then: { behind: 0 } }
    return { after, onlyThere, on, then: { action: 'jump', to: this.#source.questions.get(to)?.items[0]?.key ?? to } }
  }

  /** Once all are placed: what stands behind a block. */
  ways(): Flow[] {
    const place = new Map(this.items.map(({ key }, index) => [key, index]))
    return this.#ways
      .map(({ then, ...way }): Flow => ({
        ...way,
        then: 'behind' in then ? { action: 'jump', to: this.items[then.behind]?.key ?? 'submit' } : then,
      }))
      .sort((a, b) => (place.get(a.after) ?? 0) - (place.get(b.after) ?? 0))
  }

  addUnused(): void {
    for (const [id, block] of this.#blocks)
      if (!this.#used.has(id) && listOf(block.BlockElements).length > 0)
        this.#source.losses.add('structure.group', { at: id }, `the block "${textIn(block.Description)}" is not in the flow`, 'left out')
  }
}

function optionsOf({ texts }: Source, survey: Fields): Pick<Form, 'submit' | 'texts'> {
  const [end, url] = [textIn(survey.EOSMessage), textIn(survey.EOSRedirectURL)]
  const thanks = /^MS_|^$/.test(end) ? '' : texts.label(end, { at: 'EOSMessage' })
  const button = (value: unknown): string => {
    const text = texts.label(value, { at: 'NextButton' })
    return /[\p{L}]/u.test(text) ? text : ''
  }
  const [next, back] = [button(survey.NextButton), button(survey.PreviousButton)]
  return {
    submit: {
      ...(thanks !== '' && { submitThanksText: thanks }),
      ...(survey.SurveyTermination === 'Redirect' && /^https?:\/\/\w/i.test(url) && { submitRedirectUrl: url }),
    },
    texts: { ...(next !== '' && { btn_next: next }), ...(back !== '' && { btn_back: back }) },
  }
}

function settings({ losses, scored, questions }: Source, languages: Languages, survey: Fields): Pick<Form, 'settings'> {
  const dropped = ['Password', 'SurveyExpiration', 'EmailThankYou', 'RefererURL', 'Header', 'Footer', 'SkinLibrary'].filter(
    (name) => !['', 'false', 'http://'].includes(textIn(survey[name])),
  )
  if (dropped.length > 0) losses.add('setting.dropped', { at: 'SO' }, dropped.join(', '))
  const captcha = [...questions.values()].some(({ payload }) => payload.QuestionType === 'Captcha')
  const bar = textIn(survey.ProgressBarDisplay)
  return {
    settings: {
      lang: languages.finish('SurveyLanguage'),
      ...(survey.BackButton !== undefined && !isOn(survey.BackButton) && { block_jump_to_prev_widget: true }),
      ...(bar !== '' && { show_progressbar: bar !== 'None' }),
      ...(captcha && { show_captcha: true }),
      ...(scored && { scoring_switcher: true }),
    },
  }
}
