import { command, group, type DefinitionOf } from '../../cli/command.ts'
import { viewMailings, type mailingSections } from '../../contract/integrations/mailing.ts'
import type { Column } from '../../output/columns.ts'

type Section = (typeof mailingSections)[number]
type View = DefinitionOf<typeof viewMailings, {}, readonly string[]>

/** Each verb is one section of the same operation. Where a section is a list, `rows` names the key that holds it. */
const rowsIn = (rows: string): typeof viewMailings & { rows: string } => ({ ...viewMailings, rows })
const time = (path: string, label: string): Column => ({ path, label, as: 'time' })

const list = (name: string, section: Section, definition: View, rows = 'items') =>
  command(name, rowsIn(rows), { ...definition, fixed: { section } })

/** The answer holds the thing under the section's name. */
const view = (name: Section, { columns = [], ...definition }: View) =>
  command(name, viewMailings, {
    ...definition,
    fixed: { section: name },
    columns: columns.map((column) => (typeof column === 'string' ? `${name}.${column}` : { ...column, path: `${name}.${column.path}` })),
  })

export const mailingGroup = group('mailing', {
  summary: 'Mailing campaigns, read only',
  aliases: ['mailings'],
  commands: [
    list('campaigns', 'campaigns', {
      summary: 'List the campaigns',
      flags: { search: '--search' },
      columns: [
        'id',
        'title',
        'status',
        { path: 'recipients_count', label: 'recipients' },
        { path: 'sent_count', label: 'sent' },
        time('created_at', 'created'),
      ],
      examples: ['mailing campaigns', 'mailing campaigns --search spring'],
    }),
    view('campaign', {
      shows: 'mailing campaigns',
      summary: 'Show a campaign',
      positionals: ['campaign_id'],
      columns: [
        'id',
        'title',
        'status',
        'subject',
        { path: 'quiz_id', label: 'survey' },
        { path: 'list_id', label: 'contact list' },
        { path: 'recipients_count', label: 'recipients' },
        { path: 'sent_count', label: 'sent' },
        { path: 'opened_count', label: 'opened' },
        { path: 'bounced_count', label: 'bounced' },
        time('created_at', 'created'),
      ],
      examples: ['mailing campaign 1'],
    }),
    list('recipients', 'recipients', {
      shows: 'mailing campaigns',
      summary: 'List the recipients of a campaign',
      positionals: ['campaign_id'],
      flags: { search: '--search', statuses: '--statuses' },
      columns: ['id', 'email', 'status', time('sent_at', 'sent'), time('opened_at', 'opened'), 'error'],
      examples: ['mailing recipients 1', 'mailing recipients 1 --statuses bounced,failed'],
    }),
    list('contact-lists', 'contact_lists', {
      summary: 'List the contact lists',
      flags: { search: '--search' },
      columns: ['id', 'name', { path: 'contacts_count', label: 'contacts' }, time('created_at', 'created')],
      examples: ['mailing contact-lists'],
    }),
    list('contacts', 'contacts', {
      shows: 'mailing contact-lists',
      summary: 'List the contacts of a list',
      positionals: ['list_id'],
      flags: { search: '--search' },
      columns: ['id', 'email', 'name', 'status'],
      examples: ['mailing contacts 1', 'mailing contacts 1 --all --json'],
    }),
    list('templates', 'templates', {
      summary: 'List the letter templates',
      flags: { search: '--search' },
      columns: ['id', 'name', 'subject', time('updated_at', 'updated')],
      examples: ['mailing templates'],
    }),
    view('reputation', {
      summary: "Show the sender's reputation",
      flags: { days: '--days' },
      columns: ['days', 'score', 'sent', 'delivered', 'bounced', 'complaints', 'bounce_rate', 'complaint_rate'],
      examples: ['mailing reputation', 'mailing reputation --days 7'],
    }),
    view('balance', {
      summary: 'Show how many letters are left',
      columns: ['letters_left', 'letters_used', { path: 'resets_on', label: 'resets', as: 'date' }],
      examples: ['mailing balance'],
    }),
    view('settings', {
      summary: 'Show the settings of mailings',
      columns: [
        { path: 'from_name', label: 'from' },
        { path: 'from_address', label: 'address' },
        { path: 'reply_to_address', label: 'answers to' },
        { path: 'domain_verified', as: 'yesno' },
      ],
      examples: ['mailing settings'],
    }),
    list(
      'smtp-logs',
      'smtp_logs',
      {
        summary: 'List the letters of mailings that the mail service was given to send',
        flags: { search: '--search' },
        columns: ['id', time('created_at', 'sent'), 'to', 'subject', 'status', 'error'],
        examples: ['mailing smtp-logs'],
      },
      'logs',
    ),
  ],
})
