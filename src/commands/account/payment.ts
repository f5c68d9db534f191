import { command, group } from '../../cli/command.ts'
import { setPayment, viewPayment } from '../../contract/account/payment.ts'

export const paymentGroup = group('payment', {
  summary: 'Taking payments in a survey',
  shows: 'payment view {id}',
  commands: [
    command('view', viewPayment, {
      columns: [
        { path: 'payment_ready', label: 'account can take payments', as: 'yesno' },
        { path: 'payment_account_id', label: 'seller account' },
        { path: 'payment_type', label: 'type' },
        { path: 'fixed_amount', label: 'amount' },
        { path: 'contact_widget_id', label: 'contact from question' },
        {
          path: 'accounts',
          label: 'seller accounts',
          value: ({ accounts }) => accounts?.map(({ id, name }: { id: number; name?: string }) => `${id} ${name ?? ''}`.trim()).join(', '),
        },
      ],
      examples: ['payment view 42', "payment view 42 --jq '.accounts[].id'"],
    }),
    command('set', setPayment, {
      flags: { payment_account_id: '--account', payment_type: '--type', fixed_amount: '--amount', contact_widget_id: '--contact-widget' },
      done: (_, { id, payment_type, fixed_amount, payment_account_id }) =>
        `Survey ${id} takes ${payment_type === 'fixed' ? `${fixed_amount}` : 'the points of the answers'} to seller account ${payment_account_id}`,
      examples: ['payment set 42 --account 1 --type fixed --amount 150.50', 'payment set 42 --account 1 --type scoring'],
    }),
  ],
})
