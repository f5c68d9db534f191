import type { FileValue, QuestionOf } from '../../../model/survey.ts'
import { bytesText, fileLimits } from '../../../model/question/file.ts'
import { attributes, html, type Html } from '../../pages/html.ts'
import { described, type Shown } from './shown.ts'

/** Without the script files are sent with the form; with it they are uploaded at once, and the form has only their ids. */
export function fileField(shown: Shown<QuestionOf<'file'>>): Html {
  const { id, key, question, value, say } = shown
  const { count, bytes, extensions } = fileLimits(question)
  const stored: FileValue[] = Array.isArray(value) ? value : []
  const hint = [
    say('file_hint', { count, size: bytesText(bytes) }),
    extensions.length > 0 && say('file_types', { types: extensions.join(', ') }),
  ]
  return html`<div class="files">
    <input
      id="field-${key}"
      ${attributes({
        type: 'file',
        name: id,
        multiple: count > 1,
        accept: extensions.length > 0 && extensions.map((ext) => `.${ext}`).join(','),
      })}${described(shown)}
    />
    <p class="hint">${hint.filter(Boolean).join('. ')}</p>
    <ul>
      ${stored.map((file) => html`<li><input type="hidden" name="${id}" value="${file.id}" /><span>${file.name}</span></li>`)}
    </ul>
  </div>`
}
