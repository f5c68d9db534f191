import * as z from './core/schema.ts'
import { choice, json, list, required } from './core/fields.ts'
import { done, operation } from './core/operation.ts'

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
  query: { lang: choice(languages, 'Language of the texts', { default: 'ru' }) },
  rows: '',
  result: z.array(defaultText),
  refusals: ['quiz_not_found'],
})

const change = json(
  z.looseObject({ code: z.string(), text: z.nullable(z.string()) }),
  'Code and its text; null brings the standard text back',
)

export const setTexts = operation({
  id: 'text.set',
  request: 'POST /quiz/{id}/default-texts',
  summary: 'Change texts of buttons and messages',
  body: {
    texts: required(list(change, 'Texts to change', { min: 1 })),
    lang: choice(languages, "Language of the texts; the survey's own when absent"),
  },
  result: done,
  right: 'edit_quiz',
  repeatable: true,
  plan: { option: 'custom_text', refusal: { status: 400, code: 'blocked_by_tariff' } },
})
