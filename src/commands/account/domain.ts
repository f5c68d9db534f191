import { command, group } from '../../cli/command.ts'
import { setDomainType, setSubdomain, viewDomain } from '../../contract/account/domain.ts'
import { usageError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'

const columns: Column[] = [
  { path: 'service_url', label: 'surveys open at' },
  { path: 'domain_type', label: 'type' },
  'domain',
  'subdomain',
  'other_subdomain',
  { path: 'certificate_state', label: 'certificate' },
  { path: 'allowed_by_tariff.domain', label: 'plan: domain', as: 'yesno' },
  { path: 'allowed_by_tariff.subdomain', label: 'plan: subdomain', as: 'yesno' },
]

const subdomain = command('subdomain', setSubdomain, {
  positionals: ['[subdomain]'],
  flags: { subdomain_kind: '--kind' },
  extra: { clear: { flag: '--clear', about: 'Remove the name instead' } },
  examples: ['domain subdomain survey-team', 'domain subdomain --clear --yes', 'domain subdomain survey-team --kind other_subdomain'],
  confirm: (_, { clear }) => (clear ? 'Remove the subdomain? Links with it stop working.' : undefined),
  run: async (context, { subdomain: name, subdomain_kind, workspace_id }, { clear }) => {
    if (Boolean(clear) === Boolean(name)) throw usageError('Give either a name or --clear')
    const result = await context.service.call(setSubdomain, {
      workspace_id,
      subdomain: clear ? null : (name ?? null),
      ...(subdomain_kind && { subdomain_kind }),
    })
    const now = result.domain_type
      ? `; surveys open under "${result.domain_type}"${result.service_url ? ` · ${result.service_url}` : ''}`
      : ''
    await context.show.done(result, `${clear ? 'Removed the subdomain' : `The subdomain is "${name}"`}${now}`)
  },
})

export const domainGroup = group('domain', {
  summary: 'The address under which surveys open',
  shows: 'domain view',
  refusals: {
    tariff_subdomain: {
      says: '{it}: the plan has no subdomains',
      hint: 'What the plan has: surveyctl tariff view. The plan is changed in the account cabinet',
    },
    tariff_type: {
      says: '{it}: the plan does not have this type of address',
      hint: 'What the plan has: surveyctl tariff view. The plan is changed in the account cabinet',
    },
    subdomain_invalid: {
      says: 'The subdomain holds characters that are not allowed',
      hint: 'Allowed are latin letters, digits and hyphens',
    },
    subdomain_long: { says: 'The subdomain is too long' },
    subdomain_forbidden: { says: 'The subdomain is reserved by the service', hint: 'Choose another name' },
    subdomain_taken: { says: 'The subdomain belongs to another account', hint: 'Choose another name' },
  },
  commands: [
    command('view', viewDomain, { columns, examples: ['domain view', 'domain view --json'] }),
    subdomain,
    command('type', setDomainType, {
      positionals: ['domain_type'],
      done: ({ service_url }, { domain_type }) => `Surveys open under "${domain_type}"${service_url ? ` · ${service_url}` : ''}`,
      examples: ['domain type default', 'domain type subdomain'],
    }),
  ],
})
