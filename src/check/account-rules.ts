/** Rules about the whole account, of `account audit`: `check.yaml` sets and suppresses them as those about one survey. */
import type { RuleFacts } from './snapshot.ts'

export type AccountRule = RuleFacts

export const accountRules = [
  { id: 'plan-ending', severity: 'error', why: 'When the plan ends, surveys close' },
  { id: 'answers-forecast', severity: 'error', why: 'When the answers of the plan are used up, respondents find a closed page' },
  { id: 'silent-survey', severity: 'error', why: 'Answers come in, and nobody is told' },
  { id: 'deliveries-stuck', severity: 'error', why: 'Answers that did not arrive are missing where people look for them' },
  { id: 'access-revoked', severity: 'error', why: 'A connection that was taken back delivers nothing' },
  { id: 'promo-dry', severity: 'error', why: 'Respondents are promised a code that the list does not have' },
  { id: 'smtp-down', severity: 'error', why: 'Without the own mail service its letters are not sent' },
  { id: 'storage-bad', severity: 'error', why: 'Uploads of respondents cannot be stored, or are hidden by the plan' },
  { id: 'domain-broken', severity: 'error', why: 'Surveys open under an address that browsers warn of' },
  { id: 'plan-surveys', severity: 'warning', why: 'The next survey cannot be made' },
  { id: 'plan-disk', severity: 'warning', why: 'The next upload is refused' },
  { id: 'plan-members', severity: 'warning', why: 'The next colleague cannot be added' },
  { id: 'published-but-closed', severity: 'warning', why: 'Links lead respondents to a closed page' },
  { id: 'duplicate-name', severity: 'warning', why: 'A name that two surveys have names none of them' },
  { id: 'target-foreign', severity: 'warning', why: 'Answers leave for addresses that nobody listed' },
  { id: 'target-insecure', severity: 'warning', why: 'Answers can be read on their way' },
  { id: 'scripts-inventory', severity: 'warning', why: 'Scripts of others see what respondents type' },
  { id: 'role-broad', severity: 'warning', why: 'Who may do everything can also do it by mistake' },
  { id: 'folder-permission-dangling', severity: 'warning', why: 'A rule for a folder without surveys protects nothing' },
  { id: 'scheduler-stale', severity: 'warning', why: 'People have bookings that nobody expects' },
  { id: 'booking-pending', severity: 'warning', why: 'Somebody waits for an answer' },
  { id: 'ghost-survey', severity: 'info', why: 'A published survey that nobody answers may be forgotten' },
  { id: 'forgotten-draft', severity: 'info', why: 'Drafts that nobody needs hide those that somebody does' },
  { id: 'archive-candidate', severity: 'info', why: 'Surveys that are over take up room in every list' },
  { id: 'default-folder-pile', severity: 'info', why: 'In a folder of everything nothing is found' },
  { id: 'restart-old', severity: 'info', why: 'Respondents who come back to an older survey can only go on, and not start over' },
  { id: 'favorite-orphan', severity: 'info', why: 'The survey that a favourite question comes from is gone' },
  { id: 'promo-orphan', severity: 'info', why: 'A list of codes that no survey hands out' },
] as const satisfies readonly RuleFacts[]

export type AccountRuleId = (typeof accountRules)[number]['id']
