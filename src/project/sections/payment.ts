import { setPayment, viewPayment } from '../../contract/account/payment.ts'
import { bodyProblems, problemsUnlessNull, unknownFields, type Section } from './section.ts'

interface Payment {
  payment_account_id: number | string | null | undefined
  payment_type: string
  fixed_amount?: number
  contact_widget_id?: string
}

const known = ['payment_account_id', 'payment_type', 'fixed_amount', 'contact_widget_id']

/** `null`: respondents pay nothing. A seller account is an id, or the name that `environments.ENV.sellers` gives it. */
export const payment: Section<Payment | null> = {
  uses: [viewPayment, setPayment],
  mustBeRead: true,
  read: async ({ service, id }) => {
    const { payment_account_id, payment_type, fixed_amount, contact_widget_id } = await service.call(viewPayment, { id })
    if (!payment_type) return { value: null }
    return {
      value: {
        payment_account_id,
        payment_type,
        ...(fixed_amount !== undefined && fixed_amount !== null && { fixed_amount: Number(fixed_amount) }),
        ...(contact_widget_id && { contact_widget_id }),
      },
    }
  },
  problems: problemsUnlessNull((value) => {
    const account = typeof value.payment_account_id === 'string' ? 1 : value.payment_account_id
    return [...unknownFields(value, known), ...bodyProblems(setPayment, { ...value, payment_account_id: account })]
  }),
  resolve: (value, { name, sellers }) => {
    if (value === null) return { value }
    const { payment_account_id: account, ...rest } = value
    if (typeof account !== 'string') return { value }
    return Object.hasOwn(sellers, account)
      ? { value: { payment_account_id: sellers[account], ...rest } }
      : { problem: `payment_account_id "${account}" has no id: name it in surveyctl.yaml, environments.${name}.sellers` }
  },
  toFile: (value, { sellers }) => {
    if (value === null) return null
    const { payment_account_id: account, ...rest } = value
    return { payment_account_id: Object.entries(sellers).find(([, id]) => id === account)?.[0] ?? account, ...rest }
  },
  isDefault: (value) => value === null,
  refuses: ({ now, next }) => (next === null && now !== null && now !== undefined ? ['once set, it cannot be removed'] : []),
  steps: ({ next }) => (next === null ? [] : [{ stage: 'connections', operation: setPayment, input: ({ id }) => ({ id, ...next }) }]),
}
