/** The page of faults: lists, adds and clears them. */
import type { Fault, FaultOptions } from '../engine/faults.ts'
import { attributes, html, raw, type Html } from '../pages/html.ts'
import { chip, empty, problemsOf } from './frame.ts'
import type { ConsolePage, ConsoleParts, View } from './page.ts'
import { row, table, whenEmpty, type TableColumn } from './table.ts'

/** What each option does, as text; the page shows the pattern and the times in columns of their own. */
const effectTexts: { readonly [Name in Exclude<keyof FaultOptions, 'pattern' | 'times'>]-?: (fault: Fault) => string } = {
  delay: ({ delay }) => `waits ${delay} ms`,
  status: ({ status }) => `answers ${status}`,
  code: ({ code }) => `code ${code}`,
  retry_after: ({ retry_after }) => `Retry-After ${retry_after} s`,
  cut: ({ cut }) => `cuts off after ${cut} bytes`,
  reset: () => 'breaks the connection',
  shuffle: () => 'answers in another order each time',
  taken_ids: () => 'refuses ids that another survey has',
  after_commit: () => 'after carrying out the request',
}

// `Object.keys` doesn't know the keys of its argument.
const effectNames = Object.keys(effectTexts) as (keyof typeof effectTexts)[]

const effects = (fault: Fault): string =>
  effectNames
    .filter((name) => fault[name] !== undefined && fault[name] !== false)
    .map((name) => effectTexts[name](fault))
    .join(', ')

const columns: readonly TableColumn[] = [{ label: 'Id' }, { label: 'Requests', kind: 'path' }, { label: 'What happens' }, { label: 'Used' }]

const isUsedUp = ({ used, times }: Fault): boolean => times !== undefined && used >= times

const rowOf = (fault: Fault): Html =>
  row(
    columns,
    [
      fault.id,
      fault.pattern,
      effects(fault),
      html`${fault.used}${fault.times !== undefined && ` of ${fault.times}`} ${isUsedUp(fault) && chip('soft', 'used up')}`,
    ],
    { key: fault.id, state: fault.used },
  )

const items = ({ faults: list }: ConsoleParts): Html => html`${list().map(rowOf)}`

interface Entry {
  kind: 'text' | 'number' | 'switch'
  label: string
  hint?: string
  whole?: boolean
}

/** Every option of a fault, in the order of the form. */
const entries: { readonly [Name in keyof FaultOptions]-?: Entry } = {
  pattern: { kind: 'text', label: 'Requests', hint: 'METHOD PATH, * for any part: POST /quiz/*/save', whole: true },
  status: { kind: 'number', label: 'Status', hint: '200 to 599' },
  code: { kind: 'text', label: 'Code', hint: 'e.g. save_failed' },
  delay: { kind: 'number', label: 'Delay', hint: 'milliseconds' },
  cut: { kind: 'number', label: 'Cut off after', hint: 'bytes of the body' },
  times: { kind: 'number', label: 'Times', hint: 'unlimited when empty' },
  retry_after: { kind: 'number', label: 'Retry-After', hint: 'seconds' },
  reset: { kind: 'switch', label: 'Break the connection instead of answering' },
  shuffle: { kind: 'switch', label: 'Return answers with the same time in another order each time (GET /quiz/*/answers)' },
  taken_ids: { kind: 'switch', label: 'Refuse ids of questions and options that another survey has (POST /quiz/*/save)' },
  after_commit: { kind: 'switch', label: 'Carry out the request first, then fail' },
}

const field = ([name, { kind, label, hint, whole }]: [string, Entry], form: URLSearchParams | undefined): Html =>
  html`<label${whole && raw(' class="whole"')}>${label} <span class="soft">${hint}</span>
    <input${attributes({ name, value: form?.get(name) ?? '', required: name === 'pattern', inputmode: kind === 'text' ? 'text' : 'numeric', autocomplete: 'off' })} /></label>`

const check = ([name, { label }]: [string, Entry], form: URLSearchParams | undefined): Html =>
  html`<label class="check"><input${attributes({ type: 'checkbox', name, value: 'true', checked: form?.has(name) })} /> ${label}</label>`

const isSwitch = ([, { kind }]: [string, Entry]): boolean => kind === 'switch'

const addForm = ({ proof, refused }: View): Html =>
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
    <div class="whole"><button class="primary" name="do" value="add">Add fault</button></div>
  </form>`

/** The fields that were filled in. A text that is no number becomes `NaN`, which the check of faults refuses. */
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
  body: (parts, view) => {
    const list = items(parts)
    const clearing = html`<form method="post" action="/console/faults" class="row">
      <input type="hidden" name="proof" value="${view.proof}" />
      <button name="do" value="clear">Clear all faults</button>
    </form>`
    const none = empty('No faults. Every request is answered normally.')
    return html`${problemsOf(view.refused?.problems)}
      ${whenEmpty(list, none, html`${table('Faults', columns, list, { live: true })}${clearing}`)}
      <h2>Add a fault</h2>
      ${addForm(view)}`
  },
  act: async ({ perform }, form) => {
    const isClear = form.get('do') === 'clear'
    await (isClear ? perform('fault clear', {}) : perform('fault add', readFault(form)))
    return isClear ? 'faults-cleared' : 'fault-added'
  },
}
