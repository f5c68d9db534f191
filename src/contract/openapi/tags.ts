/** The groups in words, in the order of the index. */
import type * as groups from '../index.ts'

type GroupName = keyof typeof groups

export const tags: Readonly<Record<GroupName, string>> = {
  quiz: 'Surveys: create, edit, publish, archive, delete',
  folder: 'Folders of surveys',
  text: 'Texts of buttons and messages',
  version: 'Publications of a survey',
  password: 'Passwords that open a survey',
  qr: 'QR code of a survey',
  print: 'Printable version of a survey',
  answer: 'Answers of respondents',
  export: 'Answers, summaries and reports as files',
  report: 'Reports, their files and text answers',
  aiReport: 'Reports written by the AI',
  filter: 'Saved filter sets of a survey',
  appearance: 'How charts of reports look, for the whole account',
  integration: 'Integrations of a survey: what is connected, message logs',
  webhook: 'Webhooks: addresses that are called with each answer',
  messenger: 'Messengers: a message to a chat with each answer',
  sheets: 'Spreadsheet export: answers as rows of a table',
  crm: 'CRM systems: connection, directories, settings',
  crmMapping: 'CRM systems: which field gets what',
  automation: 'Automation connector',
  counter: 'Counters and pixels of a survey',
  email: 'E-mails sent with each answer, and who gets copies',
  smtp: "The account's own mail service",
  mailing: 'Mailing campaigns, read only',
  favorite: 'Favourite questions, kept for use in any survey',
  template: 'Templates to start surveys from',
  media: 'Pictures, videos and sounds of questions',
  promo: 'Promo codes: lists, codes, and the surveys that hand them out',
  storage: "The account's own file storage",
  branding: "Logo and the service's copyright",
  domain: 'The address under which surveys open',
  tariff: "The account's plan",
  payment: 'Taking payments in a survey',
  partner: 'The partner program',
  role: 'Roles of participants',
  member: 'Participants of the account',
  scheduler: 'Meeting schedulers',
  booking: 'Bookings of meetings',
  block: 'Times that nobody can book',
}

/** `aiReport` as it stands in addresses: `ai-report`. */
export const tagName = (group: string): string => group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
