/** Typeform's JSON: a screen a field, and jumps between them. */
import { all, always, any, not, opaque, type Expression, type Operator } from '../../expression/expression.ts'
import type { Flow, Form, ReadOptions } from '../../form.ts'
import { understood, type DraftItem } from '../draft.ts'
import { fieldsOf, isOn, listOf, objectsIn, textIn, type Fields } from '../json.ts'
import { Languages } from '../languages.ts'
import { Source } from './source.ts'

export const isTypeform = (data: Fields): boolean =>
  Array.isArray(data.fields) && objectsIn(data.fields).some(({ ref, type }) => typeof ref === 'string' && typeof type === 'string')

export function readTypeform(data: Fields, options: ReadOptions): Form {
  const settings = fieldsOf(data.settings)
  const languages = new Languages([], textIn(settings.language) || 'en', options.lang, options.losses)
  const source = new Source(options)
  source.score(data)
  source.fields(data.fields, 'fields', '')
  const ends = endsOf(source, data)
  const flow = flowOf(source, data)
  const hidden = listOf(data.hidden).map(textIn)
  if (hidden.length > 0) options.losses.add('hidden.undeclared', { at: 'hidden' }, hidden.join(', '))
  const bar = settings.show_progress_bar
  return {
    source: 'typeform',
    title: source.texts.label(data.title, { at: 'title' }),
    lang: languages.chosen,
    languages: languages.all,
    ...ends,
    texts: {},
    items: understood(source.items, () => always),
    flow,
    settings: {
      lang: languages.finish('settings.language'),
      ...(bar !== undefined && { show_progressbar: isOn(bar) }),
      ...(source.scored && { scoring_switcher: true }),
    },
  }
}

function endsOf({ texts, losses }: Source, data: Fields): Pick<Form, 'welcome' | 'submit'> {
  const [welcome, ...more] = objectsIn(data.welcome_screens)
  const [end, ...others] = objectsIn(data.thankyou_screens)
  for (const screen of more) losses.add('setting.dropped', { at: 'welcome_screens' }, textIn(screen.title))
  for (const screen of others)
    losses.add(
      'setting.changed',
      { at: 'thankyou_screens', key: textIn(screen.ref) },
      textIn(screen.title),
      'all ways end on the first one',
    )
  const about = (screen: Fields | undefined) => texts.label(fieldsOf(screen?.properties).description, { at: 'welcome_screens' })
  const url = textIn(fieldsOf(end?.properties).redirect_url)
  const button = texts.label(fieldsOf(welcome?.properties).button_text, { at: 'welcome_screens' })
  const title = texts.label(end?.title, { at: 'thankyou_screens' })
  return {
    ...(welcome && {
      welcome: {
        title: texts.label(welcome.title, { at: 'welcome_screens' }),
        ...(about(welcome) !== '' && { description: about(welcome) }),
        ...(button !== '' && { welcomeLabel: button }),
      },
    }),
    submit: {
      ...(title !== '' && { submitThanksTitle: title }),
      ...(about(end) !== '' && { submitThanksText: about(end) }),
      ...(/^https?:\/\//.test(url) && { submitRedirectUrl: url }),
    },
  }
}

function flowOf({ items, first }: Source, data: Fields): Flow[] {
  const ways = objectsIn(data.logic).flatMap(({ ref, actions }, index) =>
    objectsIn(actions).flatMap(({ action, details, condition }, place): Flow[] => {
      const at = `logic[${index}].actions[${place}]`
      if (action !== 'jump') return []
      const to = fieldsOf(fieldsOf(details).to)
      const after = lastOf(items, textIn(ref))
      const on = { when: expressionOf(fieldsOf(condition)), text: JSON.stringify(condition), at }
      return after === undefined
        ? []
        : [
            {
              after,
              onlyThere: true,
              on,
              then: to.type === 'thankyou' ? { action: 'finish' } : { action: 'jump', to: first.get(textIn(to.value)) ?? textIn(to.value) },
            },
          ]
    }),
  )
  const place = new Map(items.map(({ key }, index) => [key, index]))
  return ways.sort((a, b) => (place.get(a.after) ?? 0) - (place.get(b.after) ?? 0))
}

/** The last screen of a field: with that of "other". */
function lastOf(items: readonly DraftItem[], ref: string): string | undefined {
  const own = items.filter(({ key }) => key === ref || key === `${ref}#other`)
  return own.at(-1)?.key
}

function expressionOf({ op, vars }: Fields): Expression {
  const operation = textIn(op)
  if (operation === 'always') return always
  if (operation === 'and') return all(objectsIn(vars).map((one) => expressionOf(one)))
  if (operation === 'or') return any(objectsIn(vars).map((one) => expressionOf(one)))
  const [field, other] = objectsIn(vars)
  if (field?.type !== 'field' || !other || !['choice', 'constant'].includes(textIn(other.type))) return opaque
  const value = textIn(other.value)
  const test = (operator: Operator): Expression => ({ kind: 'test', key: textIn(field.value), operator, value })
  // Of several options it is enough that one is this.
  const is = test(other.type === 'choice' ? 'contains' : 'equals')
  switch (operation) {
    case 'is':
    case 'equal':
    case 'on':
      return is
    case 'is_not':
    case 'not_equal':
    case 'not_on':
      return not(is)
    case 'contains':
      return test('contains')
    case 'not_contains':
      return not(test('contains'))
    case 'lower_than':
    case 'earlier_than':
      return test('less')
    case 'lower_equal_than':
    case 'earlier_than_or_on':
      return test('at_most')
    case 'greater_than':
    case 'later_than':
      return test('greater')
    case 'greater_equal_than':
    case 'later_than_or_on':
      return test('at_least')
    default:
      return opaque
  }
}
