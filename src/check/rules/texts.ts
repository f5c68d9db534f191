/** Texts of buttons and messages. */
import { settingsTouched, type Rule, type Text } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

const placeholders = (text: string | null | undefined): string[] =>
  [...new Set([...(text ?? '').matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted()
const own = (texts: readonly Text[]): Text[] => texts.filter(({ user_text }) => typeof user_text === 'string' && user_text !== '')

export const textRules: readonly Rule[] = [
  {
    id: 'text-language',
    severity: 'warning',
    why: 'Texts of another language than the survey are never shown',
    needs: ['texts'],
    isTouched: settingsTouched('lang'),
    *run({ survey, settings, parts: { texts } }) {
      const lang = settings?.lang
      if (!texts || !lang) return
      const other = lang === 'en' ? 'ru' : 'en'
      const unused = own(texts[other])
      const [first] = unused
      if (first && own(texts[lang]).length === 0)
        yield {
          path: 'texts',
          message: `The survey is in "${lang}", and ${unused.map(({ code }) => code).join(', ')} have own texts in "${other}" only`,
          fix: commandLine`text set ${survey} ${first.code}=TEXT --lang ${lang}`,
        }
    },
  },
  {
    id: 'text-placeholder',
    severity: 'error',
    why: 'Without its placeholder the text lacks the number that respondents need; an unknown placeholder is shown as typed',
    needs: ['texts'],
    *run({ survey, parts: { texts } }) {
      for (const lang of ['ru', 'en'] as const)
        for (const { code, standard_text, user_text } of own(texts?.[lang] ?? [])) {
          const [standard, given] = [placeholders(standard_text), placeholders(user_text)]
          const lost = standard.filter((name) => !given.includes(name))
          const invented = given.filter((name) => !standard.includes(name))
          if (lost.length + invented.length === 0) continue
          const parts = [
            lost.length > 0 && `lacks ${lost.join(', ')}`,
            invented.length > 0 && `has ${invented.join(', ')}, which is never filled in`,
          ]
          yield {
            path: `texts.${lang}.${code}`,
            message: `The text ${code} (${lang}) ${parts.filter(Boolean).join(' and ')}`,
            fix: commandLine`text set ${survey} ${code}=TEXT --lang ${lang}`,
          }
        }
    },
  },
]
