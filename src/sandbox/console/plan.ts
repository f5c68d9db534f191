/** The page of the plan's options and limits, which it changes as `sandbox plan set` does. */
import { planOptions } from '../../contract/core/plan-options.ts'
import { attributes, html, type Html } from '../pages/html.ts'
import { planLimits, type PlanState } from '../store/entities.ts'
import { problemsOf } from './frame.ts'
import type { ConsolePage, View } from './page.ts'

const option = (name: string, checked: boolean): Html =>
  html`<label class="check"><input${attributes({ type: 'checkbox', name, value: 'true', checked })} /> <code>${name}</code></label>`

const limit = (name: string, value: string): Html =>
  html`<label
    ><code>${name}</code>
    <input${attributes({ name: `limits.${name}`, value, inputmode: 'numeric', placeholder: 'unlimited', autocomplete: 'off' })}
  /></label>`

function body({ options, limits }: PlanState, { proof, refused }: View): Html {
  const form = refused?.form
  return html`${problemsOf(refused?.problems)}
    <form method="post" action="/console/plan" class="card">
      <input type="hidden" name="proof" value="${proof}" />
      <fieldset>
        <legend>Options</legend>
        <div class="grid">${planOptions.map((name) => option(name, form ? form.has(name) : options[name]))}</div>
      </fieldset>
      <fieldset class="limits">
        <legend>Limits <span class="soft">empty means unlimited</span></legend>
        <div class="grid">
          ${planLimits.map((name) => limit(name, form ? (form.get(`limits.${name}`) ?? '') : String(limits[name] ?? '')))}
        </div>
      </fieldset>
      <div class="row"><button class="primary">Save the plan</button></div>
    </form>`
}

/** A text that is no number is passed on, so that it is refused with the name of its limit. */
const readLimit = (text: string): unknown => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text)

export const plan: ConsolePage = {
  title: 'Plan',
  body: ({ service, info }, view) => body(service.plan(info().workspace_id), view),
  act: async ({ perform }, form) => {
    const change = {
      ...Object.fromEntries(planOptions.map((name) => [name, form.has(name)])),
      ...Object.fromEntries(planLimits.map((name) => [`limits.${name}`, readLimit(form.get(`limits.${name}`)?.trim() ?? '')])),
    }
    await perform('plan set', { change })
    return 'plan-saved'
  },
}
