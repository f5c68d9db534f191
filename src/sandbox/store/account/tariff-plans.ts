/** Plans that an account can have, and what switching to them costs. */

export interface Price {
  period: 'month' | 'year'
  days: number
  price: number
}
export interface TariffPlan {
  code: string
  name: string
  prices: readonly Price[]
}

const prices = (month: number): Price[] => [
  { period: 'month', days: 30, price: month },
  { period: 'year', days: 365, price: month * 10 },
]

export const tariffPlans: readonly TariffPlan[] = [
  { code: 'free', name: 'Free', prices: prices(0) },
  { code: 'start', name: 'Start', prices: prices(15) },
  { code: 'team', name: 'Team', prices: prices(40) },
  { code: 'business', name: 'Business', prices: prices(120) },
]

export const currency = 'EUR'
const day = 86_400_000

/** What an account pays now, and until when. */
export interface CurrentTariff {
  code: string
  period: Price['period']
  expires_at: string | null
}

const perDay = ({ price, days }: Price): number => price / days
const cents = (amount: number): number => Math.round(amount * 100) / 100

/**
 * What is lost on switching to another price: the balance buys fewer days of a more expensive plan. `null` when nothing is
 * lost. Promo codes are not considered.
 */
export function balanceBurn(current: CurrentTariff, target: Price, now: Date) {
  const paid = tariffPlans.find(({ code }) => code === current.code)?.prices.find(({ period }) => period === current.period)
  if (!paid || current.expires_at === null) return null
  const left = (Date.parse(current.expires_at) - now.getTime()) / day
  if (left <= 0 || perDay(paid) === 0 || perDay(target) <= perDay(paid)) return null
  const after = (left * perDay(paid)) / perDay(target)
  const days_lost = Math.round(left - after)
  if (days_lost === 0) return null
  return {
    amount: cents(days_lost * perDay(paid)),
    currency,
    date_before: current.expires_at.slice(0, 10),
    date_after: new Date(now.getTime() + after * day).toISOString().slice(0, 10),
    days_lost,
  }
}
