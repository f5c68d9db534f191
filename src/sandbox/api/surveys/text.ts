import * as contract from '../../../contract/surveys/text.ts'
import type { Content, Language } from '../../../model/survey.ts'
import { isTextCode, standardText, textCodes } from '../../respondent/standard-texts.ts'
import { invalid } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { changeDraft } from '../../store/surveys/quiz.ts'

export const handlers: HandlersOf<typeof contract> = {
  listTexts: ({ input, quiz }) => rows(quiz.draft, input.lang ?? 'ru'),

  setTexts: ({ input, quiz, service }) => {
    const unknown = input.texts.flatMap(({ code }, index) =>
      isTextCode(code) ? [] : [[`texts.${index}.code`, `must be one of ${textCodes.join(', ')}`]],
    )
    if (unknown.length > 0) invalid(Object.fromEntries(unknown))
    const language = input.lang ?? quiz.draft.settings.lang ?? 'ru'
    const own = { ...quiz.draft.texts[language] }
    for (const { code, text } of input.texts) {
      if (text === null) delete own[code]
      else own[code] = text
    }
    const { draft } = changeDraft(service, quiz, { texts: { ...quiz.draft.texts, [language]: own } })
    return { status: true, lang: language, texts: rows(draft, language) }
  },
}

const rows = ({ texts }: Content, language: Language) =>
  textCodes.map((code) => ({
    code,
    standard_text: standardText(code, language),
    user_text: texts[language]?.[code] ?? null,
  }))
