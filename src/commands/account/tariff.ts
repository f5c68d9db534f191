import { command, group } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import type { Input } from '../../contract/core/operation.ts'
import { listTariffs, viewTariff, type TariffPlan } from '../../contract/account/tariff.ts'
import type { Column } from '../../output/columns.ts'
import { isObject } from '../../text/is-object.ts'
import { counted } from '../../text/counted.ts'

/** `3 of 10`; without a limit only what is used. */
const usedOf = (used: unknown, limit: unknown): string | undefined =>
  used === undefined || used === null ? undefined : `${used}${limit === undefined || limit === null ? ', no limit' : ` of ${limit}`}`

const limitOrNone = (limit: unknown): unknown => (limit === null ? 'no limit' : limit)

const overview: Column[] = [
  { path: 'tariff.code', label: 'plan' },
  { path: 'tariff.is_trial', label: 'trial', as: 'yesno' },
  { path: 'tariff.expires_at', label: 'expires', as: 'time' },
  'tariff.days_left',
  { path: 'limits.quizzes', label: 'surveys', value: ({ limits }) => usedOf(limits?.quizzes?.used, limits?.quizzes?.limit) },
  { path: 'limits.answers.left', label: 'answers left', value: ({ limits }) => limitOrNone(limits?.answers?.left) },
  { path: 'limits.answers.resets_on_day', label: 'answers reset on day' },
  { path: 'limits.members.used', label: 'participants' },
  { path: 'limits.themes.limit', label: 'themes', value: ({ limits }) => limitOrNone(limits?.themes?.limit) },
  { path: 'limits.disk.used_bytes', label: 'disk used', as: 'bytes' },
  { path: 'limits.disk.limit_bytes', label: 'disk limit', as: 'bytes', value: ({ limits }) => limitOrNone(limits?.disk?.limit_bytes) },
  {
    path: 'limits.disk.file_size_limit_bytes',
    label: 'largest file',
    as: 'bytes',
    value: ({ limits }) => limitOrNone(limits?.disk?.file_size_limit_bytes),
  },
  {
    path: 'limits.letters.recipients_limit',
    label: 'recipients of letters',
    value: ({ limits }) => limitOrNone(limits?.letters?.recipients_limit),
  },
  { path: 'features', value: ({ features }) => namesOf(features).join(', ') },
]

/** Names of the features that are on, those in groups included. */
function namesOf(features: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.entries(features ?? {}).flatMap(([name, value]) => (isObject(value) ? namesOf(value) : value === true ? [name] : []))
}

type Period = NonNullable<TariffPlan['periods']>[number]
type Offer = Partial<TariffPlan> & { of?: Period }

const joined = (...parts: unknown[]): string => parts.filter((part) => part !== undefined && part !== null).join(' ')

/** What is paid for and not used up when the plan is switched. */
const lossOf = ({ of }: Offer): string => {
  const burn = of?.balance_burn
  return burn
    ? [joined(burn.amount, burn.currency), burn.days_lost !== undefined && counted(Number(burn.days_lost), 'day')]
        .filter(Boolean)
        .join(', ')
    : 'nothing'
}

const offers: Column[] = [
  'code',
  'name',
  { path: 'is_current', label: 'current', as: 'yesno' },
  { path: 'period', value: ({ of }: Offer) => of?.period },
  { path: 'price', value: ({ of }: Offer) => joined(of?.price, of?.currency) },
  { path: 'balance_burn', label: 'lost on switching', value: lossOf, whole: true },
]

/** People compare prices: a line for each period of each plan. Data goes out as it came. */
async function list(context: Context, input: Input<typeof listTariffs>): Promise<void> {
  if (context.show.form.asData || context.flags.fields) return context.show.list(listTariffs, input)
  const plans: TariffPlan[] = []
  for await (const rows of context.service.rows(listTariffs, input)) plans.push(...rows)
  await context.show.rows([plans.flatMap((plan): Offer[] => (plan.periods ?? [{}]).map((of) => ({ ...plan, of })))], offers)
}

export const tariffGroup = group('tariff', {
  summary: "The account's plan",
  aliases: ['plan'],
  commands: [
    command('view', viewTariff, { columns: overview, examples: ['tariff view', 'tariff view --jq .limits.quizzes.left'] }),
    command('list', listTariffs, {
      aliases: ['ls'],
      columns: offers,
      run: list,
      examples: ['tariff list', "tariff list --jq '.[] | {code, burn: [.periods[].balance_burn]}'"],
    }),
  ],
})
