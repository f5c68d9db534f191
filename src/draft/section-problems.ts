/** What is wrong with sections of a document, before anything of it is sent. */
import { languages } from '../contract/surveys/text.ts'
import { isObject, type DocumentProblem } from '../model/document/shape.ts'
import { isOneOf } from '../text/is-one-of.ts'

export const problemsOfMap = (value: unknown): DocumentProblem[] => (isObject(value) ? [] : [{ path: [], message: 'must be an object' }])

/** By language, then by code; `canReset`: null brings the standard text back. */
export function problemsOfTexts(value: unknown, canReset: boolean): DocumentProblem[] {
  if (!isObject(value)) return problemsOfMap(value)
  return Object.entries(value).flatMap(([lang, own]): DocumentProblem[] => {
    if (!isOneOf(languages, lang)) return [{ path: [lang], message: `is not a language; there are ${languages.join(', ')}` }]
    if (!isObject(own)) return [{ path: [lang], message: 'must hold texts by their codes' }]
    return Object.entries(own).flatMap(([code, text]) =>
      typeof text === 'string' || (canReset && text === null) ? [] : [{ path: [lang, code], message: 'must be a text' }],
    )
  })
}
