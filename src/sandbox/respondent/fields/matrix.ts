import type { QuestionOf } from '../../../model/survey.ts'
import { listsOf } from '../../../model/question/index.ts'
import { attributes, html, rich, type Html } from '../../pages/html.ts'
import { has, groupOf, type Shown } from './shown.ts'

/** A grid of fieldsets, so that on a phone each row can become a list. */
export function matrixField(shown: Shown<QuestionOf<'matrix'>>): Html {
  const { id, question, value } = shown
  const { rows = [], columns = [] } = listsOf(question)
  const given = new Map(Object.entries(value ?? {}))
  return html`<fieldset class="matrix" style="--columns: ${columns.length}" ${groupOf(shown)}>
    <div class="heads" aria-hidden="true">
      <span></span>${columns.map(({ title, markup }) => html`<span>${rich(markup ?? title)}</span>`)}
    </div>
    ${rows.map(
      (row) =>
        html`<fieldset class="row">
          <legend>${rich(row.markup ?? row.title)}</legend>
          ${columns.map(
            (column) =>
              html`<label>
        <input${attributes({ type: question.matrixMultiple ? 'checkbox' : 'radio', name: `${id}.row.${row.id}`, value: column.id, checked: has(given.get(row.id), column.id) })}>
        <span>${rich(column.markup ?? column.title)}</span>
      </label>`,
          )}
        </fieldset>`,
    )}
  </fieldset>`
}
