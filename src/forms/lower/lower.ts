/** A form as what the service takes: screens under ids, rules, settings, texts. */
import type { Widgets } from '../../contract/core/records.ts'
import { toDocument, withIds, type Content, type IdMap, type SurveyDocument } from '../../model/document/index.ts'
import { withMedia } from '../../model/document/media.ts'
import { rulesOf, type Rule } from '../../model/logic.ts'
import type { Question } from '../../model/survey.ts'
import { isLocalName, localName } from '../media.ts'
import { limits, type Form, type Item } from '../form.ts'
import type { Losses } from '../loss.ts'
import { columnNames, documentKeys, free, questionId } from './keys.ts'
import { lowerLogic } from './logic.ts'

export interface Lowered {
  /** Sections as the service has them. */
  content: Content & { screens: Widgets }
  /** Which id is behind which key of a document. */
  idMap: IdMap
  /** Names of columns, by id. */
  keys: Record<string, string>
  questions: number
  rules: number
}

export interface LowerOptions {
  losses: Losses
  /** Makes other ids, for a second survey of the same source. */
  seed?: string | undefined
  noLogic?: boolean | undefined
  /** Whether local files will be sent. */
  media?: boolean | undefined
  name?: string | undefined
}

export function lower(form: Form, { losses, seed, noLogic, media, name }: LowerOptions): Lowered {
  const items = unique(withinLimits(form.items, losses), losses)
  const isOwn = form.conditions !== undefined && seed === undefined && !noLogic
  const { rules, gone } = noLogic || isOwn ? { rules: [], gone: new Set<string>() } : lowerLogic({ ...form, items }, losses)
  const reached = items.filter(({ key }) => !gone.has(key))
  const ids = new Map(reached.map(({ key, id }) => [key, seed === undefined && id !== undefined ? id : questionId(key, seed)]))
  const screens: Widgets = { ids: [], entities: {} }
  const add = (id: string, question: Question | ({ type: string } & object), at: string): void => {
    screens.ids.push(id)
    screens.entities[id] = present(media ? question : withoutLocal(question, at, losses))
  }
  if (form.welcome) add('welcome', { type: 'welcome', ...form.welcome }, 'welcome')
  for (const item of reached) add(ids.get(item.key)!, item.question, item.at)
  add('submit', { type: 'submit', ...form.submit }, 'submit')
  const names = documentKeys(reached.map(({ key, alias = key, question }) => ({ key, name: alias, type: question.type })))
  const asked = reached.filter(({ question }) => !['message', 'html'].includes(question.type))
  const columns = columnNames(asked.map(({ key, alias = key }) => ({ key, name: alias })))
  const title = name ?? form.title
  const texts = Object.entries(form.texts)
  return {
    content: {
      ...(title !== undefined && title !== '' && { name: title }),
      screens,
      conditions: isOwn ? form.conditions : rules.length > 0 ? { rules: rules.map((rule) => withQuestionIds(rule, ids)) } : {},
      settings: present(form.settings),
      ...(texts.length > 0 && { texts: { [form.settings.lang ?? 'en']: form.texts } }),
    },
    idMap: { questions: Object.fromEntries(reached.map(({ key }) => [names.get(key)!, ids.get(key)!])), options: {}, retired: {} },
    keys: Object.fromEntries([...columns].map(([key, column]) => [ids.get(key)!, column])),
    questions: reached.length,
    rules: isOwn ? rulesOf(form.conditions).length : rules.length,
  }
}

/** A survey file, as `quiz export` writes one. */
export function documentOfForm({ content, idMap }: Lowered): SurveyDocument {
  const { conditions = {}, ...others } = content
  return withIds(toDocument(Object.keys(conditions as object).length > 0 ? { ...others, conditions } : others, idMap), idMap)
}

function withinLimits(items: readonly Item[], losses: Losses): readonly Item[] {
  const over = items[limits.questions]
  if (over) losses.add('limit', over, `${items.length} questions; at most ${limits.questions} are read`)
  return items.slice(0, limits.questions)
}

/** Two questions of one name would have one id. */
function unique(items: readonly Item[], losses: Losses): Item[] {
  const taken = new Set(['welcome', 'submit'])
  return items.map((item) => {
    const key = free(item.key, taken, '#')
    if (key !== item.key && !['welcome', 'submit'].includes(item.key))
      losses.add('type.approximated', item, `"${item.key}" is there twice`, `a question of its own, ${key}: its answers are kept apart`)
    taken.add(key)
    return key === item.key ? item : { ...item, key }
  })
}

function withoutLocal<Q extends object>(question: Q, at: string, losses: Losses): Q {
  return withMedia(question, (address) => {
    if (!isLocalName(address)) return address
    losses.add('media.local', { at }, localName(address))
    return undefined
  })
}

/** Without what isn't set. */
function present<T extends object>(fields: T): T {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && !isEmptyMedia(value))
  // Only unset ones are missing.
  return Object.fromEntries(set) as T
}

/** Of a medium only its kind is left. */
const isEmptyMedia = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'imgLocation' in value &&
  !['imgUrl', 'videoUrl', 'audioUrl'].some((name) => (value as Record<string, unknown>)[name] !== undefined)

function withQuestionIds({ if: on, then }: Rule, ids: ReadonlyMap<string, string>): Rule {
  const id = (key: string): string => ids.get(key) ?? key
  const tests = ('all' in on ? on.all : on.any).map((test) => ({ ...test, question: id(test.question) }))
  const led =
    then.action === 'jump' ? { ...then, to: id(then.to) } : 'questions' in then ? { ...then, questions: then.questions.map(id) } : then
  return { if: 'all' in on ? { all: tests } : { any: tests }, then: led }
}
