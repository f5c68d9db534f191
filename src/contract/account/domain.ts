import * as z from '../core/schema.ts'
import { choice, nullable, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const domainTypes = ['default', 'subdomain', 'domain', 'other_subdomain'] as const
export type DomainType = (typeof domainTypes)[number]

export const domainState = z.looseObject({
  domain_type: z.optional(z.string()),
  domain: z.optional(z.nullable(z.string())),
  subdomain: z.optional(z.nullable(z.string())),
  other_subdomain: z.optional(z.nullable(z.string())),
  service_url: z.optional(z.nullable(z.string())),
  certificate_state: z.optional(z.nullable(z.string())),
  allowed_by_tariff: z.optional(z.looseObject({ domain: z.optional(z.boolean()), subdomain: z.optional(z.boolean()) })),
})

const right = 'domain'

export const viewDomain = operation({
  id: 'domain.view',
  request: 'GET /workspace/{workspace_id}/domain',
  summary: 'Show the address under which surveys open',
  result: domainState,
  right,
})

export const setSubdomain = operation({
  id: 'domain.subdomain',
  request: 'POST /workspace/{workspace_id}/domain/subdomain',
  effect: 'live',
  summary: 'Choose or remove a subdomain for surveys',
  body: {
    subdomain: required(nullable(text('Name of the subdomain; empty or null removes it'))),
    subdomain_kind: choice(['default', 'other_subdomain'], "Under the service's own domain, or under its other one", {
      default: 'default',
    }),
  },
  result: domainState,
  right,
  repeatable: true,
  plan: { option: 'subdomain', unless: ({ subdomain }) => !subdomain, refusal: { status: 403, code: 'tariff_subdomain' } },
  refusals: ['subdomain_invalid', 'subdomain_long', 'subdomain_forbidden', 'subdomain_taken'],
})

export const setDomainType = operation({
  id: 'domain.type',
  request: 'POST /workspace/{workspace_id}/domain/type',
  effect: 'live',
  summary: 'Choose which address surveys open under',
  body: { domain_type: required(choice(domainTypes, 'Kind of address')) },
  result: domainState,
  right,
  repeatable: true,
  // `default` asks for nothing; `other_subdomain` isn't an option's name, though the service asks for `subdomain` then.
  plan: { option: '{domain_type}', refusal: { status: 403, code: 'tariff_type' } },
  refusals: ['tariff_type'],
})
