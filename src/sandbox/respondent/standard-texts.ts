/** Texts of buttons and messages that respondents see, unless the survey has its own. */
import type { ProblemCode } from '../../model/question/index.ts'
import type { Content, Language } from '../../model/survey.ts'

const standard = {
  btn_start: { ru: 'Начать', en: 'Start' },
  btn_next: { ru: 'Далее', en: 'Next' },
  btn_back: { ru: 'Назад', en: 'Back' },
  btn_submit: { ru: 'Отправить', en: 'Submit' },
  btn_restart: { ru: 'Начать заново', en: 'Start over' },
  btn_continue: { ru: 'Продолжить', en: 'Continue' },
  yes: { ru: 'Да', en: 'Yes' },
  no: { ru: 'Нет', en: 'No' },
  select_placeholder: { ru: 'Выберите вариант', en: 'Choose an option' },
  input_placeholder: { ru: 'Введите ответ', en: 'Type your answer' },
  several: { ru: 'Можно выбрать несколько вариантов', en: 'You can choose several options' },
  ranking_hint: { ru: 'Расставьте варианты по порядку', en: 'Put the options in order' },
  move_up: { ru: 'Выше', en: 'Move up' },
  move_down: { ru: 'Ниже', en: 'Move down' },
  file_hint: { ru: 'Файлы: не больше {count}, до {size} каждый', en: 'Number of files: up to {count}, {size} each' },
  file_types: { ru: 'Форматы: {types}', en: 'Formats: {types}' },
  file_sending: { ru: 'Загрузка…', en: 'Uploading…' },
  file_remove: { ru: 'Убрать', en: 'Remove' },

  required: { ru: 'Ответьте на этот вопрос', en: 'Please answer this question' },
  invalid_answer: { ru: 'Проверьте ответ', en: 'Please check your answer' },
  invalid_email: { ru: 'Введите адрес электронной почты', en: 'Please enter an e-mail address' },
  invalid_phone: { ru: 'Введите номер телефона', en: 'Please enter a phone number' },
  invalid_number: { ru: 'Введите число от {min} до {max}', en: 'Please enter a number from {min} to {max}' },
  invalid_date: { ru: 'Проверьте дату и время', en: 'Please check the date and time' },
  too_early: { ru: 'Не раньше {min}', en: 'Not before {min}' },
  too_late: { ru: 'Не позже {max}', en: 'Not after {max}' },
  too_few: { ru: 'Выберите минимум: {n}', en: 'Please choose at least {n}' },
  too_many: { ru: 'Выберите максимум: {n}', en: 'Please choose at most {n}' },
  too_long: { ru: 'Максимум знаков: {n}', en: 'At most {n} characters' },
  rank_all: { ru: 'Дайте каждому варианту своё место', en: 'Please give each option a different place' },
  answer_each_row: { ru: 'Ответьте в каждой строке', en: 'Please answer in each row' },
  too_many_files: { ru: 'Максимум файлов: {n}', en: 'At most {n} files' },
  file_too_large: { ru: 'Файл больше {size}', en: 'The file is larger than {size}' },
  file_type_not_allowed: { ru: 'Подходят файлы {types}', en: 'Only {types} files can be sent' },
  file_not_kept: { ru: 'Файл не удалось сохранить', en: 'The file could not be stored' },
  check_answers: { ru: 'Проверьте отмеченные ответы', en: 'Please check the marked answers' },
  not_saved: {
    ru: 'Ответ не сохранён. Проверьте связь и попробуйте ещё раз',
    en: 'Your answer was not saved. Check the connection and try again',
  },

  question_number: { ru: 'Вопрос {n}', en: 'Question {n}' },
  progress: { ru: 'Пройдено', en: 'Progress' },
  time_left: { ru: 'Осталось времени', en: 'Time left' },
  time_is_up: { ru: 'Время вышло', en: 'Time is up' },
  resumed: { ru: 'Вы продолжаете с того места, где остановились', en: 'You continue where you left off' },
  preview: { ru: 'Предпросмотр: ответы не сохраняются', en: 'Preview: answers are not recorded' },

  enter_password: { ru: 'Введите пароль', en: 'Enter the password' },
  wrong_password: { ru: 'Неверный пароль', en: 'Wrong password' },
  captcha: { ru: 'Сколько будет {a} + {b}? (вместо капчи)', en: 'What is {a} + {b}? (in place of a captcha)' },
  wrong_captcha: { ru: 'Неверно, попробуйте ещё раз', en: 'Wrong answer, please try again' },
  sign_in: {
    ru: 'Войдите по адресу почты (вместо входа через вашу систему)',
    en: 'Sign in with your e-mail address (in place of your own sign-in)',
  },
  pay_title: { ru: 'Оплата', en: 'Payment' },
  pay_text: {
    ru: 'К оплате: {amount}. Это песочница: деньги не списываются',
    en: 'Amount to pay: {amount}. This is a sandbox: no money is charged',
  },
  btn_pay: { ru: 'Оплатить', en: 'Pay' },

  thanks: { ru: 'Спасибо за ответы!', en: 'Thank you for your answers!' },
  screened_out: { ru: 'Спасибо! Этот опрос вам не подходит', en: 'Thank you! This survey is not meant for you' },
  score: { ru: 'Ваши баллы: {n}', en: 'Your score: {n}' },
  promo_code: { ru: 'Ваш промокод', en: 'Your promo code' },
  redirect: { ru: 'Перейти по ссылке', en: 'Continue' },
  again: { ru: 'Ответить ещё раз', en: 'Answer again' },
  closed: { ru: 'Опрос закрыт', en: 'This survey is closed' },
  not_found: { ru: 'Опрос не найден', en: 'Survey not found' },
  already_answered: { ru: 'Вы уже прошли этот опрос', en: 'You have already answered this survey' },
  device_not_allowed: { ru: 'Опрос недоступен на этом устройстве', en: 'This survey is not available on this device' },
  access_denied: { ru: 'Опрос недоступен с этого адреса', en: 'This survey is not available from this address' },
  copyright: { ru: 'Сделано на платформе опросов', en: 'Made with the survey platform' },
} as const satisfies Record<ProblemCode, Record<Language, string>> & Record<string, Record<Language, string>>

export type TextCode = keyof typeof standard

export const isTextCode = (code: string): code is TextCode => Object.hasOwn(standard, code)

export const textCodes = Object.keys(standard).filter(isTextCode)

export const standardText = (code: TextCode, language: Language): string => standard[code][language]

/** The text that a respondent sees: the survey's own, or else the standard one. */
export function textOf({ texts, settings }: Content, code: TextCode): string {
  const language = settings.lang ?? 'ru'
  return texts[language]?.[code] ?? standardText(code, language)
}
