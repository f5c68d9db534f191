import type { QuestionOf } from '../../../model/survey.ts'
import { choicesOf } from '../../../model/question/index.ts'
import { attributes, html, rich, safeUrl, type Html } from '../../pages/html.ts'
import { described, groupOf, has, type Shown } from './shown.ts'

export function choiceField(shown: Shown<QuestionOf<'choice' | 'yesno'>>): Html {
  const { id, question, value, say } = shown
  const multiple = question.type === 'choice' && question.choiceMultiple === true
  const labelled =
    question.type === 'yesno'
      ? { ...question, yesnoYesLabel: question.yesnoYesLabel || say('yes'), yesnoNoLabel: question.yesnoNoLabel || say('no') }
      : question
  const options = choicesOf(labelled).map((option) => ({ ...option, link: safeUrl(option.link) }))
  const kind = options.some(({ link }) => link) ? 'pictures' : question.type === 'yesno' ? 'pair' : 'stack'
  return html`<fieldset class="options ${kind}" ${groupOf(shown)}>
    ${multiple && html`<p class="hint">${say('several')}</p>`}
    ${options.map(
      (option) =>
        html`<label class="option">
      <input${attributes({ type: multiple ? 'checkbox' : 'radio', name: id, value: option.id, checked: has(value, option.id) })}>
      ${option.link && html`<img src="${option.link}" alt="" loading="lazy" />`}
      <span>${rich(option.markup ?? option.title)}</span>
    </label>`,
    )}
  </fieldset>`
}

export function dropdownField(shown: Shown<QuestionOf<'dropdown'>>): Html {
  const { id, key, question, value, say } = shown
  return html`<select id="field-${key}" name="${id}" ${described(shown)}>
    <option value="">${say('select_placeholder')}</option>
    ${choicesOf(question).map((option) => html`<option${attributes({ value: option.id, selected: has(value, option.id) })}>${option.title}</option>`)}
  </select>`
}

/** A list of selects for the positions; the script turns it into a list whose items can be moved. */
export function rankingField(shown: Shown<QuestionOf<'ranking'>>): Html {
  const { id, key, question, value, say } = shown
  const options = choicesOf(question)
  const order: string[] = Array.isArray(value) ? value : []
  const placed = (option: string): number => (order.includes(option) ? order.indexOf(option) : options.length)
  const sorted = [...options].sort((a, b) => placed(a.id) - placed(b.id))
  return html`<fieldset class="ranking" ${groupOf(shown)}>
    <p class="hint">${say('ranking_hint')}</p>
    <ol>
      ${sorted.map(
        (option) =>
          html`<li>
            <label for="rank-${key}-${option.id}">${rich(option.markup ?? option.title)}</label>
            <select id="rank-${key}-${option.id}" name="${id}.rank.${option.id}">
              <option value="">–</option>
              ${options.map((_, index) => html`<option${attributes({ value: index + 1, selected: order[index] === option.id })}>${index + 1}</option>`)}
            </select>
          </li>`,
      )}
    </ol>
  </fieldset>`
}
