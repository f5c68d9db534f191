import type { Service } from '../../service.ts'
import { languages, listTexts, setTexts } from '../../contract/surveys/text.ts'
import { problemsOfTexts } from '../../draft/section-problems.ts'
import { changedKeys } from '../../model/document/difference.ts'
import { isObject } from '../../model/document/shape.ts'
import type { Section } from './section.ts'

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Own texts by language and code; a language without any is left out. */
export const texts: Section<Texts> = {
  uses: [listTexts, setTexts],
  read: async ({ service, id }) => {
    const own: Record<string, Texts[string]> = {}
    for (const lang of languages) {
      const rows = await ownTexts(service, id, lang)
      if (Object.keys(rows).length > 0) own[lang] = rows
    }
    return { value: own }
  },
  problems: (value) => problemsOfTexts(value, false),
  resolve: (value) => ({ value: Object.fromEntries(Object.entries(value).filter(([, own]) => Object.keys(own).length > 0)) }),
  isDefault: (value) => isObject(value) && Object.keys(value).length === 0,
  steps: ({ now, next }) =>
    languages.flatMap((lang) => {
      const after = next[lang] ?? {}
      const changed = changedKeys('texts', now?.[lang] ?? {}, after)
      if (changed.length === 0) return []
      const changes = changed.map((code) => ({ code, text: after[code] ?? null }))
      return [{ stage: 'texts' as const, operation: setTexts, input: ({ id }) => ({ id, lang, texts: changes }) }]
    }),
}

async function ownTexts(service: Service, id: number, lang: (typeof languages)[number]): Promise<Record<string, string>> {
  const rows = await service.call(listTexts, { id, lang })
  return Object.fromEntries(rows.flatMap(({ code, user_text }) => (typeof user_text === 'string' ? [[code, user_text]] : [])))
}
