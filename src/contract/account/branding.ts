import * as z from '../core/schema.ts'
import { boolean, file, required } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { atLeastOne } from '../core/rules.ts'

export const logoBytes = 5 * 2 ** 20
export const logoFormats = ['jpeg', 'jpg', 'png', 'webp'] as const

const right = 'account_quiz_settings'

const branding = z.looseObject({
  logo_show: z.optional(z.boolean()),
  show_copyright: z.optional(z.boolean()),
  logo_url: z.optional(z.nullable(z.string())),
})

export const setBranding = operation({
  id: 'branding.set',
  request: 'POST /workspace/{workspace_id}/branding',
  effect: 'live',
  summary: "Show or hide the logo and the service's copyright",
  body: { logo_show: boolean('Show the logo'), show_copyright: boolean("Show the service's copyright") },
  rules: [atLeastOne('logo_show', 'show_copyright')],
  result: branding,
  right,
  repeatable: true,
  plan: { option: 'hide_copyright', unless: ({ show_copyright }) => show_copyright !== false },
})

export const uploadLogo = operation({
  id: 'branding.logo-upload',
  request: 'POST /workspace/{workspace_id}/branding/logo',
  effect: 'live',
  summary: 'Upload the logo',
  body: { logo: required(file('Picture', `${logoFormats.join(', ')}; up to 5 MB`)) },
  multipart: true,
  result: z.looseObject({ logo_url: z.string() }),
  right,
  repeatable: true,
  refusals: ['disk_limit_reached'],
})

export const removeLogo = operation({
  id: 'branding.logo-remove',
  request: 'DELETE /workspace/{workspace_id}/branding/logo',
  effect: 'deletes',
  summary: 'Remove the logo',
  result: branding,
  right,
})
