/** Texts that exported files add to the survey's own. */
import type { Language } from '../../model/survey.ts'

/** Of texts in each language, those in this one. */
export const textsIn = <Name extends string>(texts: Readonly<Record<Name, Readonly<Record<Language, string>>>>, language: Language) =>
  // `Object.fromEntries` forgets the names.
  Object.fromEntries(Object.entries<Readonly<Record<Language, string>>>(texts).map(([name, text]) => [name, text[language]])) as Record<
    Name,
    string
  >

const labels = {
  visits: { ru: 'Посещения', en: 'Visits' },
  completed: { ru: 'Завершено', en: 'Completed' },
  rate: { ru: 'Доля завершённых', en: 'Completion rate' },
  medianTime: { ru: 'Медианное время', en: 'Median time' },
  answers: { ru: 'Ответов', en: 'Answers' },
  average: { ru: 'Среднее', en: 'Average' },
  option: { ru: 'Вариант', en: 'Option' },
  count: { ru: 'Число', en: 'Count' },
  share: { ru: 'Доля', en: 'Share' },
  place: { ru: 'Среднее место', en: 'Mean place' },
  day: { ru: 'День', en: 'Day' },
  month: { ru: 'Месяц', en: 'Month' },
  hour: { ru: 'Время', en: 'Time' },
  answer: { ru: 'Ответ', en: 'Answer' },
  noAnswers: { ru: 'Ответов пока нет', en: 'No answers yet' },
  shown: { ru: 'Показано', en: 'Shown' },
  of: { ru: 'из', en: 'of' },
  hours: { ru: 'ч', en: 'h' },
  minutes: { ru: 'мин', en: 'min' },
  seconds: { ru: 'с', en: 's' },
  yes: { ru: 'Да', en: 'Yes' },
  no: { ru: 'Нет', en: 'No' },
  file: { ru: 'Файл приложен', en: 'File attached' },
  required: { ru: 'нужно ответить', en: 'must be answered' },
}

export type Labels = Record<keyof typeof labels, string>

export const labelsOf = (language: Language = 'en'): Labels => textsIn(labels, language)
