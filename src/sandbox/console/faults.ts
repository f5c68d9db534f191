/** Faults on requests: which there are, one more, none. */
import type { Fault, FaultOptions } from '../engine/faults.ts'
import { attributes, html, raw, type Html } from '../respondent/html.ts'
import { chip, empty, problemsOf } from './frame.ts'
import type { ConsolePage, ConsoleParts, Look } from './page.ts'
import { row, table, whenEmpty, type Column } from './table.ts'

/** What a fault does, in words. */
const effects = ({ status, code, delay, cut, reset, wander, retry_after, after_commit }: Fault): string =>
  [
    delay !== undefined && `waits ${delay} ms`,
    (status !== undefined || code !== undefined) && `answers ${[status, code].filter((part) => part !== undefined).join(' ')}`,
    retry_after !== undefined && `Retry-After ${retry_after} s`,
    cut !== undefined && `breaks after ${cut} bytes`,
    reset && 'breaks the connection',
    wander && 'answers in another order each time',
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
  kind: 'text' | 'number' | 'switch'
  label: string
  hint?: string
  whole?: boolean
}

/** Every option of a fault, in the order of the form. */
const entries: { readonly [Name in keyof FaultOptions]-?: Entry } = {
  pattern: { kind: 'text', label: 'Requests', hint: 'METHOD PATH, * for a part: POST /quiz/*/save', whole: true },
  status: { kind: 'number', label: 'Status', hint: '200 to 599' },
  code: { kind: 'text', label: 'Code', hint: 'e.g. save_failed' },
  delay: { kind: 'number', label: 'Wait first', hint: 'milliseconds' },
  cut: { kind: 'number', label: 'Break after', hint: 'bytes of the body' },
  times: { kind: 'number', label: 'Times', hint: 'all when empty' },
  retry_after: { kind: 'number', label: 'Retry-After', hint: 'seconds' },
  reset: { kind: 'switch', label: 'Break the connection instead of answering' },
  wander: { kind: 'switch', label: 'Return answers of the same time in another order each time (GET /quiz/*/answers)' },
  after_commit: { kind: 'switch', label: 'Store the write first, then fail' },
}

const field = ([name, { kind, label, hint, whole }]: [string, Entry], form: URLSearchParams | undefined): Html =>
  html`<label${whole && raw(' class="whole"')}>${label} <span class="soft">${hint}</span>
    <input${attributes({ name, value: form?.get(name) ?? '', required: name === 'pattern', inputmode: kind === 'text' ? 'text' : 'numeric', autocomplete: 'off' })} /></label>`

const check = ([name, { label }]: [string, Entry], form: URLSearchParams | undefined): Html =>
  html`<label class="check"><input${attributes({ type: 'checkbox', name, value: 'true', checked: form?.has(name) })} /> ${label}</label>`

const isSwitch = ([, { kind }]: [string, Entry]): boolean => kind === 'switch'

const adding = ({ proof, refused }: Look): Html =>
  html`<form method="post" action="/console/faults" class="fields card">
    <input type="hidden" name="proof" value="${proof}" />
    ${Object.entries(entries)
      .filter((entry) => !isSwitch(entry))
      .map((entry) => field(entry, refused?.form))}
    <div class="whole">
      ${Object.entries(entries)
        .filter(isSwitch)
        .map((entry) => check(entry, refused?.form))}
    </div>
    <div class="whole"><button class="primary" name="do" value="add">Add the fault</button></div>
  </form>`

/** Only what was filled in; a number that isn't one is told as such by the check of faults. */
function readFault(form: URLSearchParams): Record<string, unknown> {
  const filled = Object.entries(entries).flatMap(([name, { kind }]): [string, unknown][] => {
    const given = form.get(name)?.trim() ?? ''
    if (kind === 'switch') return form.has(name) ? [[name, true]] : []
    return given === '' ? [] : [[name, kind === 'number' ? Number(given) : given]]
  })
  return Object.fromEntries(filled)
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
