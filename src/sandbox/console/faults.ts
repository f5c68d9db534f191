/** Faults on requests: which there are, one more, none. */
import type { Fault } from '../engine/faults.ts'
import { attributes, html, raw, type Html } from '../respondent/html.ts'
import { chip, empty, problemsOf } from './frame.ts'
import type { ConsolePage, ConsoleParts, Look } from './page.ts'
import { row, table, whenEmpty, type Column } from './table.ts'

const numbers = ['status', 'delay', 'cut', 'times', 'retry_after'] as const
const texts = ['pattern', 'code'] as const
const switches = ['reset', 'after_commit'] as const

/** What a fault does, in words. */
const effects = ({ status, code, delay, cut, reset, retry_after, after_commit }: Fault): string =>
  [
    delay !== undefined && `waits ${delay} ms`,
    (status !== undefined || code !== undefined) && `answers ${[status, code].filter((part) => part !== undefined).join(' ')}`,
    retry_after !== undefined && `Retry-After ${retry_after} s`,
    cut !== undefined && `breaks after ${cut} bytes`,
    reset && 'breaks the connection',
    after_commit && 'once the write is stored',
  ]
    .filter(Boolean)
    .join(', ')

const columns: readonly Column[] = [{ label: 'Id' }, { label: 'Requests', kind: 'path' }, { label: 'What happens' }, { label: 'Struck' }]

const rowOf = (fault: Fault): Html =>
  row(
    columns,
    [
      fault.id,
      fault.pattern,
      effects(fault),
      html`${fault.struck} of ${fault.times ?? 'any'} ${fault.times !== undefined && fault.struck >= fault.times && chip('soft', 'used up')}`,
    ],
    { key: fault.id, state: fault.struck },
  )

const items = ({ ask }: ConsoleParts): Html => html`${(ask('fault list') as Fault[]).map(rowOf)}`

interface Entry {
  name: string
  label: string
  hint?: string
  whole?: boolean
}

const entries: readonly Entry[] = [
  { name: 'pattern', label: 'Requests', hint: 'METHOD PATH, * for a part: POST /quiz/*/save', whole: true },
  { name: 'status', label: 'Status', hint: '200 to 599' },
  { name: 'code', label: 'Code', hint: 'e.g. save_failed' },
  { name: 'delay', label: 'Wait first', hint: 'milliseconds' },
  { name: 'cut', label: 'Break after', hint: 'bytes of the body' },
  { name: 'times', label: 'Times', hint: 'all when empty' },
  { name: 'retry_after', label: 'Retry-After', hint: 'seconds' },
]

const field = ({ name, label, hint, whole }: Entry, form: URLSearchParams | undefined): Html =>
  html`<label${whole && raw(' class="whole"')}>${label} <span class="soft">${hint}</span>
    <input${attributes({ name, value: form?.get(name) ?? '', required: name === 'pattern', inputmode: texts.includes(name as never) ? 'text' : 'numeric', autocomplete: 'off' })} /></label>`

const check = (name: string, label: string, form: URLSearchParams | undefined): Html =>
  html`<label class="check"><input${attributes({ type: 'checkbox', name, value: 'true', checked: form?.has(name) })} /> ${label}</label>`

const adding = ({ proof, refused }: Look): Html =>
  html`<form method="post" action="/console/faults" class="fields card">
    <input type="hidden" name="proof" value="${proof}" />
    ${entries.map((entry) => field(entry, refused?.form))}
    <div class="whole">
      ${check('reset', 'Break the connection instead of answering', refused?.form)}
      ${check('after_commit', 'Store the write first, then fail', refused?.form)}
    </div>
    <div class="whole"><button class="primary" name="do" value="add">Add the fault</button></div>
  </form>`

/** Only what was filled in; a number that isn't one is told as such by the check of faults. */
function readFault(form: URLSearchParams): Record<string, unknown> {
  const given = (name: string): string => form.get(name)?.trim() ?? ''
  return Object.fromEntries([
    ...texts.filter((name) => given(name) !== '').map((name) => [name, given(name)]),
    ...numbers.filter((name) => given(name) !== '').map((name) => [name, Number(given(name))]),
    ...switches.filter((name) => form.has(name)).map((name) => [name, true]),
  ])
}

export const faults: ConsolePage = {
  title: 'Faults',
  live: items,
  body: (parts, look) => {
    const list = items(parts)
    const clearing = html`<form method="post" action="/console/faults" class="row">
      <input type="hidden" name="proof" value="${look.proof}" />
      <button name="do" value="clear">Clear all faults</button>
    </form>`
    const none = empty('No faults: every request is answered as it should be.')
    return html`${problemsOf(look.refused?.problems)} ${whenEmpty(list, none, html`${table('Faults', columns, list, true)}${clearing}`)}
      <h2>One more</h2>
      ${adding(look)}`
  },
  act: async ({ ask }, form) => {
    const isClear = form.get('do') === 'clear'
    await (isClear ? ask('fault clear') : ask('fault add', readFault(form)))
    return isClear ? 'faults-cleared' : 'fault-added'
  },
}
