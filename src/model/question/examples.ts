/** One question of each type, with the fields that people use; ids of options are given, so that their places can change. */
import type { QuestionType } from '../../contract/core/records.ts'
import type { QuestionOf } from '../survey.ts'

const options = (...titles: readonly string[]) => titles.map((title) => ({ id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title }))

export const examples: { readonly [T in QuestionType]: QuestionOf<T> } = {
  welcome: { type: 'welcome', title: 'How was your visit?', description: 'Five questions, one minute.', welcomeLabel: 'Start' },
  yesno: { type: 'yesno', title: 'Was it your first visit?', isRequired: true },
  choice: {
    type: 'choice',
    title: 'What did you come for?',
    isRequired: true,
    choiceMultiple: true,
    choiceMax: 2,
    choiceEntities: options('The exhibition', 'A meal', 'The shop'),
  },
  dropdown: { type: 'dropdown', title: 'Where do you live?', dropdownEntities: options('In town', 'Nearby', 'Further away') },
  ranking: { type: 'ranking', title: 'What matters most to you?', rankingEntities: options('Price', 'Guides', 'Opening hours') },
  slider: {
    type: 'slider',
    title: 'How many hours did you stay?',
    sliderMin: 0,
    sliderMax: 8,
    sliderStep: 1,
    sliderFromLabel: 'none',
    sliderToLabel: 'all day',
  },
  rating: { type: 'rating', title: 'How did you like the exhibition?', isRequired: true, ratingCount: 5, ratingFigure: 'star' },
  scale: {
    type: 'scale',
    title: 'How likely are you to recommend us?',
    scaleFrom: 0,
    scaleTo: 10,
    scaleFromLabel: 'not at all',
    scaleToLabel: 'certainly',
  },
  input: {
    type: 'input',
    title: 'What should we do better?',
    inputMultiline: true,
    inputMaxLength: 1000,
    inputPlaceholder: 'In a few words',
  },
  email: { type: 'email', title: 'Where can we write to you?', emailPlaceholder: 'name@example.org' },
  phone: { type: 'phone', title: 'Your phone number', phonePlaceholder: '+1 202 555 0100' },
  datetime: { type: 'datetime', title: 'When were you here?', datetimeKind: 'date', datetimeMin: '2026-01-01', datetimeMax: '2027-12-31' },
  matrix: {
    type: 'matrix',
    title: 'How satisfied are you?',
    matrixRows: options('Guides', 'Signs', 'Rooms'),
    matrixColumns: options('Not at all', 'Somewhat', 'Very'),
  },
  message: { type: 'message', title: 'One more thing', description: 'The last questions are about you.', messageLabel: 'Go on' },
  file: { type: 'file', title: 'A photo of your visit', fileMaxCount: 2, fileMaxBytes: 5_000_000, fileExtensions: ['jpg', 'png'] },
  html: { type: 'html', title: 'Our house rules', htmlContent: '<p>Please <b>do not</b> touch the paintings.</p>' },
  submit: {
    type: 'submit',
    title: 'That was all',
    submitLabel: 'Send',
    submitThanksTitle: 'Thank you!',
    submitThanksText: 'Your answers help us.',
  },
}
