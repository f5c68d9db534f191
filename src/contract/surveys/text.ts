import * as z from '../core/schema.ts'
import { choice, json, list, required } from '../core/fields.ts'
import { done, operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'

export const languages = ['ru', 'en'] as const

export const defaultText = z.looseObject({
  code: z.string(),
  standard_text: z.optional(z.nullable(z.string())),
  user_text: z.optional(z.nullable(z.string())),
})
export type DefaultText = z.infer<typeof defaultText>

export const listTexts = operation({
  id: 'text.list',
  request: 'GET /quiz/{id}/default-texts',
  sentBack: true,
  summary: 'List the texts of buttons and messages',
  query: { lang: choice(languages, "Language of the texts; without it the service lists ru, and this tool the survey's own") },
  rows: '',
  result: z.array(defaultText),
  refusals: ['quiz_not_found'],
})

const change = json(
  z.looseObject({ code: z.string(), text: z.nullable(z.string()) }),
  'Code and its text; null brings the standard text back',
)

/** Those that are changed. In which language they are where none is named, only the service knows. */
const shownTexts = (rows: readonly DefaultText[], { texts, lang }: Readonly<Record<string, unknown>>) =>
  lang !== undefined &&
  Array.isArray(texts) && {
    texts: texts.map(({ code }: { code: string }) => ({ code, text: rows.find((row) => row.code === code)?.user_text ?? null })),
  }

export const setTexts = operation({
  id: 'text.set',
  request: 'POST /quiz/{id}/default-texts',
  effect: 'draft',
  summary: 'Change texts of buttons and messages',
  body: {
    texts: required(list(change, 'Texts to change', { min: 1 })),
    lang: choice(languages, "Language of the texts; the survey's own when absent"),
  },
  result: done,
  right: 'edit_quiz',
  repeatable: true,
  plan: { option: 'custom_text', refusal: { status: 400, code: 'blocked_by_tariff' } },
  replaces: readBack(listTexts, shownTexts, ({ lang }) => ({ lang })),
})
