/** A survey and answers to it, as the service says them: nine questions, some 1.6 KB an answer. */

const titles = (words: readonly string[]): object[] => words.map((title, index) => ({ id: String(index + 1), title }))

const regions = ['North', 'South', 'East', 'West']
const goods = ['Seeds', 'Tools', 'Pots', 'Furniture']
const rows = ['Website', 'Packaging', 'Support']
const degrees = ['Not at all', 'Somewhat', 'Very']

const entities: Record<string, { type: string; title: string; [field: string]: unknown }> = {
  q1: { type: 'yesno', title: 'Have you ordered from us?' },
  q2: { type: 'choice', title: 'What did you order?', choiceMultiple: true, choiceEntities: titles(goods) },
  q3: { type: 'dropdown', title: 'Where do you live?', dropdownEntities: titles(regions) },
  q4: { type: 'rating', title: 'How do you rate the delivery?', ratingCount: 5 },
  q5: { type: 'scale', title: 'Would you recommend us?', scaleFrom: 0, scaleTo: 10 },
  q6: { type: 'matrix', title: 'How satisfied are you?', matrixRows: titles(rows), matrixColumns: titles(degrees) },
  q7: { type: 'datetime', title: 'When did the order arrive?' },
  q8: { type: 'email', title: 'Your e-mail address' },
  q9: { type: 'input', title: 'What went wrong?' },
}

export const survey = { id: 42, name: 'Bench', settings: { lang: 'en' }, widgets: { ids: Object.keys(entities), entities } }

/** What one respondent said, by question. */
export const said = (index: number): Record<string, string> => ({
  q1: index % 5 === 0 ? 'No' : 'Yes',
  q2: goods.filter((_, at) => (index >> at) % 2 === 0).join('; ') || goods[0]!,
  q3: regions[(index * 7) % 4]!,
  q4: String((index % 5) + 1),
  q5: String((index * 3) % 11),
  q6: rows.map((row, at) => `${row}: ${degrees[(index + at * (index % 4)) % 3]}`).join('; '),
  q7: new Date(1_780_000_000_000 + (index % 365) * 86_400_000).toISOString().slice(0, 10),
  q8: `respondent${index}@example.com`,
  q9: `The parcel number ${index % 900} came late`,
})

export const beginOf = (index: number): number => 1_780_000_000_000 + index * 60_000

export function answerRow(index: number): object {
  const begin = beginOf(index)
  return {
    id: index + 1,
    quiz_id: 42,
    date_start: new Date(begin).toISOString(),
    date_end: new Date(begin + 90_000).toISOString(),
    is_complete: true,
    is_screenout: false,
    ip_address: '192.0.2.1',
    user_agent: 'bench/1.0 (desktop)',
    answers: Object.entries(said(index)).map(([id, answer]) => ({
      question_id: id,
      question_text: entities[id]!.title,
      answer,
      answer_type: entities[id]!.type,
    })),
  }
}
