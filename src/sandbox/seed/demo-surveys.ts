/** Surveys of the demo account and templates of the catalogue. */
import type { Content, Question } from '../../model/survey.ts'
import { emptyContent, screenDefaults } from '../store/surveys/quiz.ts'
import { serviceTheme } from '../store/surveys/theme.ts'

/** Ids of questions are the same in every demo account, so that examples can name them. */
export const questionId = (number: number): string => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Spec = Question & { title: string }

const options = (...titles: string[]) => titles.map((title, index) => ({ id: String(index + 1), title }))

interface SurveyOptions {
  first?: number
  lang?: 'ru' | 'en'
  /** Description on the start screen. */
  about?: string
  thanks?: string
  /** Name of one of the service's themes. */
  theme?: string
}

/** A survey of these questions, numbered from `first`, between a start and a final screen. */
export function survey(
  title: string,
  questions: readonly Spec[],
  { first = 1, lang = 'en', about = '', thanks = 'Your answers help us.', theme }: SurveyOptions = {},
): Content {
  const content = emptyContent()
  const numbered = questions.map((question, index): [string, Spec] => [questionId(first + index), question])
  return {
    ...content,
    widgets: {
      ids: ['welcome', ...numbered.map(([id]) => id), 'submit'],
      entities: {
        welcome: { ...screenDefaults, type: 'welcome', title, description: about, welcomeLabel: 'Start' },
        ...Object.fromEntries(numbered.map(([id, question]) => [id, { ...screenDefaults, ...question }])),
        submit: {
          ...screenDefaults,
          type: 'submit',
          title: 'That was all',
          submitLabel: 'Send',
          submitThanksTitle: 'Thank you',
          submitThanksText: thanks,
        },
      },
    },
    settings: { ...content.settings, lang, info_title: title, description: about },
    theme: theme === undefined ? null : serviceTheme(theme),
  }
}

const springQuestions = (): Spec[] => [
  { type: 'yesno', title: 'Have you ordered from us this spring?', isRequired: true },
  {
    type: 'choice',
    title: 'What did you order?',
    description: 'All that was in the parcel, also what went back.',
    isRequired: true,
    choiceMultiple: true,
    choiceEntities: options('Seeds', 'Tools', 'Pots', 'Furniture'),
  },
  { type: 'dropdown', title: 'Where do you live?', dropdownEntities: options('North', 'South', 'East', 'West') },
  {
    type: 'rating',
    title: 'How do you rate the delivery?',
    description: 'One star is a parcel that we would be ashamed of.',
    isRequired: true,
    ratingCount: 5,
    ratingFigure: 'star',
  },
  { type: 'input', title: 'What went wrong?', description: 'We read every word.', inputMultiline: true, inputMaxLength: 1000 },
  { type: 'scale', title: 'Would you recommend us?', scaleFrom: 0, scaleTo: 10, scaleFromLabel: 'Not at all', scaleToLabel: 'Certainly' },
  { type: 'slider', title: 'How many hours a week do you garden?', sliderMin: 0, sliderMax: 40, sliderStep: 1 },
  {
    type: 'ranking',
    title: 'What matters most?',
    description: 'First comes what you would miss most.',
    rankingEntities: options('Price', 'Quality', 'Speed'),
  },
  {
    type: 'matrix',
    title: 'How satisfied are you?',
    description: 'Leave out what you have not used.',
    matrixRows: options('Website', 'Packaging', 'Support'),
    matrixColumns: options('Not at all', 'Somewhat', 'Very'),
  },
  { type: 'datetime', title: 'When did the order arrive?', datetimeKind: 'date' },
  { type: 'email', title: 'Your e-mail address', description: 'Only if you want an answer from us.', emailPlaceholder: 'name@example.com' },
  { type: 'phone', title: 'Your phone number' },
  { type: 'message', title: 'Nearly done', messageLabel: 'Go on' },
  {
    type: 'file',
    title: 'A photo or the receipt',
    description: 'It helps us to find your order.',
    fileMaxCount: 1,
    fileExtensions: ['txt', 'pdf', 'png', 'jpg'],
  },
  { type: 'html', title: 'How we use your answers', htmlContent: '<p>Answers are kept for a year.</p>' },
]

/** All types of questions; those who never ordered are screened out, a low rating asks for the reason. */
export const spring = (): Content => ({
  ...survey('How was your spring order?', springQuestions(), {
    about: 'Three minutes that help us to pack, deliver and advise better. Answers are read by people, and never passed on.',
    thanks: 'Your answers go to the people who pack your orders. See you in the garden!',
    theme: 'Forest',
  }),
  conditions: {
    rules: [
      {
        if: { all: [{ question: questionId(1), operator: 'equals', value: 'no' }] },
        then: { action: 'screenout', message: 'This survey is about spring orders.' },
      },
      { if: { all: [{ question: questionId(4), operator: 'at_most', value: 2 }] }, then: { action: 'show', questions: [questionId(5)] } },
    ],
  },
  hidden_options: { source: 'newsletter' },
})

/** An earlier version of it, for the history. */
export function earlierSpring(): Content {
  const content = spring()
  const ids = ['welcome', questionId(1), questionId(2), questionId(4), 'submit']
  const entities = Object.fromEntries(Object.entries(content.widgets.entities).filter(([id]) => ids.includes(id)))
  return { ...content, widgets: { ids, entities }, conditions: {} }
}

export const onboarding = (): Content =>
  survey(
    'Your first week',
    [
      { type: 'rating', title: 'How was your first week?', ratingCount: 5, ratingFigure: 'heart' },
      { type: 'input', title: 'What should we change?', inputMultiline: true },
    ],
    {
      first: 101,
      about: 'Two questions about your start with us. There are no wrong answers.',
      thanks: 'We talk about it at your next check-in.',
      theme: 'Paper',
    },
  )

export const partners = (): Content => {
  const content = survey(
    'Partner check',
    [
      { type: 'choice', title: 'How do we work together?', isRequired: true, choiceEntities: options('Reseller', 'Supplier', 'Agency') },
      { type: 'scale', title: 'How well do we answer?', scaleFrom: 1, scaleTo: 5 },
    ],
    { first: 201, about: 'How we work together, and what we should do better.', theme: 'Light' },
  )
  return { ...content, settings: { ...content.settings, use_password: true } }
}

export const conference = (): Content =>
  survey(
    'Conference',
    [
      { type: 'yesno', title: 'Will you come?', isRequired: true },
      { type: 'email', title: 'Where do we send the programme?' },
    ],
    { first: 301, about: 'Two days of talks and workshops. Tell us whether you will be there.', theme: 'Dark' },
  )

const template = (name: string, title: string, first: number, ...questions: Spec[]) => ({
  name,
  content: survey(title, questions, { first }),
})

/** The service's own templates, with the ids 1 to 6. */
export const catalogue = () => [
  template(
    'Customer satisfaction',
    'How satisfied are you?',
    1001,
    { type: 'rating', title: 'How satisfied are you with us?', isRequired: true, ratingCount: 5, ratingFigure: 'star' },
    { type: 'input', title: 'What can we do better?', inputMultiline: true },
  ),
  template(
    'Recommendation',
    'Would you recommend us?',
    1101,
    { type: 'scale', title: 'How likely are you to recommend us?', isRequired: true, scaleFrom: 0, scaleTo: 10 },
    { type: 'input', title: 'Why?' },
  ),
  template(
    'Event feedback',
    'How was the event?',
    1201,
    { type: 'rating', title: 'How was the event?', ratingCount: 5 },
    { type: 'choice', title: 'What did you like?', choiceMultiple: true, choiceEntities: options('Talks', 'Place', 'Food', 'People') },
  ),
  template(
    'Job application',
    'Apply',
    1301,
    { type: 'email', title: 'Your e-mail address', isRequired: true },
    { type: 'file', title: 'Your résumé', fileMaxCount: 1 },
  ),
  template(
    'Registration',
    'Register',
    1401,
    { type: 'input', title: 'Your name', isRequired: true },
    { type: 'phone', title: 'Your phone number' },
    { type: 'datetime', title: 'When will you come?', datetimeKind: 'datetime' },
  ),
  template(
    'Team mood',
    'How is the week?',
    1501,
    { type: 'slider', title: 'How is your mood?', sliderMin: 0, sliderMax: 100 },
    { type: 'yesno', title: 'Do you have what you need?' },
  ),
]
