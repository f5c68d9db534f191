import { command, group } from '../cli/command.ts'
import { listTariffs, viewTariff } from '../contract/tariff.ts'
import type { Column } from '../output/columns.ts'

/** `3 of 10`; without a limit only what is used. */
const usedOf = (used: unknown, limit: unknown): string | undefined =>
  used === undefined || used === null ? undefined : `${used}${limit === undefined || limit === null ? ', no limit' : ` of ${limit}`}`

const limitOrNone = (limit: unknown): unknown => limit === null ? 'no limit' : limit

const overview: Column[] = [
  { path: 'tariff.code', label: 'plan' }, { path: 'tariff.is_trial', label: 'trial', as: 'yesno' }, { path: 'tariff.expires_at', label: 'expires', as: 'time' }, { path: 'tariff.days_left', label: 'days left' },
  { path: 'limits.quizzes', label: 'surveys', value: ({ limits }) => usedOf(limits?.quizzes?.used, limits?.quizzes?.limit) },
  { path: 'limits.answers.left', label: 'answers left', value: ({ limits }) => limitOrNone(limits?.answers?.left) },
  { path: 'limits.answers.resets_on_day', label: 'answers reset on day' },
  { path: 'limits.members.used', label: 'participants' },
  { path: 'limits.themes.limit', label: 'themes', value: ({ limits }) => limitOrNone(limits?.themes?.limit) },
  { path: 'limits.disk.used_bytes', label: 'disk used', as: 'bytes' }, { path: 'limits.disk.limit_bytes', label: 'disk limit', as: 'bytes' }, { path: 'limits.disk.file_size_limit_bytes', label: 'largest file', as: 'bytes' },
  { path: 'limits.letters.recipients_limit', label: 'recipients of letters', value: ({ limits }) => limitOrNone(limits?.letters?.recipients_limit) },
  { path: 'features', value: ({ features }) => namesOf(features).join(', ') },
]

/** Names of the features that are on, those in groups included. */
function namesOf(features: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.entries(features ?? {}).flatMap(([name, value]) => typeof value === 'object' && value !== null ? namesOf(value as Record<string, unknown>) : value === true ? [name] : [])
}

interface Period { period?: string; price?: number | string; currency?: string; balance_burn?: { amount?: unknown; days_lost?: unknown } | null }

const priceOf = ({ period, price, currency }: Period): string => [period, price, currency].filter((part) => part !== undefined).join(' ')
const lossOf = ({ period, balance_burn: burn }: Period): string[] =>
  burn ? [`${period ?? ''}: ${[burn.amount, burn.days_lost !== undefined && `${String(burn.days_lost)} days`].filter((part) => part !== undefined && part !== false).join(', ')}`] : []

const plans: Column[] = [
  'code', 'name', { path: 'is_current', label: 'current', as: 'yesno' },
  { path: 'periods', label: 'prices', value: ({ periods }) => periods?.map(priceOf).join('; ') },
  { path: 'balance_burn', label: 'lost on switching', value: ({ periods }) => periods?.flatMap(lossOf).join('; ') || 'nothing' },
]

export const tariffGroup = group('tariff', "The account's plan", [
  command('view', viewTariff, { columns: overview, examples: ['tariff view', 'tariff view --jq .limits.quizzes.left'] }),
  command('list', listTariffs, { aliases: ['ls'], columns: plans, examples: ['tariff list', "tariff list --jq '.[] | {code, burn: [.periods[].balance_burn]}'"] }),
], ['plan'])
