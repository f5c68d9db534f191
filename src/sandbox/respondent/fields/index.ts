/** The control of each question type. */
import type { Question } from '../../../model/survey.ts'
import { html, type Html } from '../html.ts'
import { choiceField, dropdownField, rankingField } from './choices.ts'
import { fileField } from './file.ts'
import { matrixField } from './matrix.ts'
import { ratingField, scaleField, sliderField } from './numbers.ts'
import type { Shown } from './shown.ts'
import { datetimeField, textField } from './texts.ts'

/** Nothing for the screens that only show something. */
export function controlOf<Q extends Question>(shown: Shown<Q>): Html | undefined {
  const { question } = shown
  switch (question.type) {
    case 'yesno':
    case 'choice':
      return choiceField({ ...shown, question })
    case 'dropdown':
      return dropdownField({ ...shown, question })
    case 'ranking':
      return rankingField({ ...shown, question })
    case 'slider':
      return sliderField({ ...shown, question })
    case 'rating':
      return ratingField({ ...shown, question })
    case 'scale':
      return scaleField({ ...shown, question })
    case 'input':
    case 'email':
    case 'phone':
      return textField({ ...shown, question })
    case 'datetime':
      return datetimeField({ ...shown, question })
    case 'matrix':
      return matrixField({ ...shown, question })
    case 'file':
      return fileField({ ...shown, question })
    // No script of its own runs in it (the sandbox, and the page's policy); being of the same origin lets the page fit its height.
    case 'html':
      return html`<iframe
        class="content"
        title="${question.title || 'HTML'}"
        sandbox="allow-same-origin allow-popups"
        srcdoc="${frame(question.htmlContent)}"
      ></iframe>`
    default:
      return undefined
  }
}

const frame = (content: unknown): string =>
  `<!doctype html><base target="_blank"><style>body{margin:0;display:flow-root;font:16px/1.5 system-ui,sans-serif}</style>${typeof content === 'string' ? content : ''}`

/** The controls that one label names; the others are groups with a heading. */
export const isLabelled = (question: Question): boolean =>
  ['dropdown', 'slider', 'input', 'email', 'phone', 'datetime', 'file'].includes(question.type)
