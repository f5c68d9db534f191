/** Texts that exported files add to the survey's own. */
import type { Lang } from './data.ts'

const english = {
  visits: 'Visits',
  completed: 'Completed',
  rate: 'Completion rate',
  medianTime: 'Median time',
  answers: 'Answers',
  average: 'Average',
  option: 'Option',
  count: 'Count',
  share: 'Share',
  place: 'Mean place',
  day: 'Day',
  month: 'Month',
  hour: 'Time',
  answer: 'Answer',
  noAnswers: 'No answers yet',
  shown: 'Shown',
  of: 'of',
  hours: 'h',
  minutes: 'min',
  seconds: 's',
  yes: 'Yes',
  no: 'No',
  file: 'File attached',
  required: 'must be answered',
}

export type Labels = typeof english

const russian: Labels = {
  visits: 'Посещения',
  completed: 'Завершено',
  rate: 'Доля завершённых',
  medianTime: 'Медианное время',
  answers: 'Ответов',
  average: 'Среднее',
  option: 'Вариант',
  count: 'Число',
  share: 'Доля',
  place: 'Среднее место',
  day: 'День',
  month: 'Месяц',
  hour: 'Время',
  answer: 'Ответ',
  noAnswers: 'Ответов пока нет',
  shown: 'Показано',
  of: 'из',
  hours: 'ч',
  minutes: 'мин',
  seconds: 'с',
  yes: 'Да',
  no: 'Нет',
  file: 'Файл приложен',
  required: 'нужно ответить',
}

export const labelsOf = (lang: Lang = 'en'): Labels => ({ en: english, ru: russian })[lang]
