import type { QuestionOf } from '../../../model/survey.ts'
import { ratingSpan } from '../../../model/question/rating.ts'
import { scaleSpan } from '../../../model/question/scale.ts'
import { sliderSpan } from '../../../model/question/slider.ts'
import { attributes, html, type Html } from '../../pages/html.ts'
import { described, groupOf, has, type Shown } from './shown.ts'

/** The number field is the answer, so that an untouched slider gives none; the script connects the two. */
export function sliderField(shown: Shown<QuestionOf<'slider'>>): Html {
  const { id, key, question, value } = shown
  const { min, max, step } = sliderSpan(question)
  const bounds = { min, max, step }
  return html`<div class="slider">
    <input${attributes({ type: 'range', ...bounds, value: typeof value === 'number' ? value : min, tabindex: -1, 'aria-hidden': 'true', disabled: question.isBlocked })}>
    <input id="field-${key}"${attributes({ type: 'number', name: id, ...bounds, value: typeof value === 'number' ? value : '', inputmode: 'decimal' })}${described(shown)}>
    ${ends(question.sliderFromLabel ?? String(min), question.sliderToLabel ?? String(max))}
  </div>`
}

const figures = { star: '★', heart: '♥', thumb: '👍\u{FE0E}', circle: '●' } as const

export function ratingField(shown: Shown<QuestionOf<'rating'>>): Html {
  const { id, question, value } = shown
  const figure = figures[question.ratingFigure ?? 'star'] ?? figures.star
  const { max } = ratingSpan(question)
  return html`<fieldset class="rating" ${groupOf(shown)}>
    ${numbersTo(1, max).map(
      (number) =>
        html`<label title="${number}">
      <input${attributes({ type: 'radio', name: id, value: number, checked: has(value, number) })}>
      <span aria-hidden="true">${figure}</span><span class="unseen">${number} / ${max}</span>
    </label>`,
    )}
  </fieldset>`
}

/** Values that fit into one row on a phone, too: 0 to 10. */
const inOneRow = 11

export function scaleField(shown: Shown<QuestionOf<'scale'>>): Html {
  const { id, question, value } = shown
  const { min, max } = scaleSpan(question)
  return html`<fieldset class="scale" ${groupOf(shown)}>
    <div${attributes({ class: max - min < inOneRow ? 'points row' : 'points', style: `--points: ${max - min + 1}` })}>
      ${numbersTo(min, max).map(
        (number) =>
          html`<label>
      <input${attributes({ type: 'radio', name: id, value: number, checked: has(value, number) })}><span>${number}</span>
    </label>`,
      )}
    </div>
    ${ends(question.scaleFromLabel ?? '', question.scaleToLabel ?? '')}
  </fieldset>`
}

const numbersTo = (min: number, max: number): number[] => Array.from({ length: max - min + 1 }, (_, index) => min + index)

const ends = (from: string, to: string): Html | false =>
  (from !== '' || to !== '') && html`<div class="ends"><span>${from}</span><span>${to}</span></div>`
