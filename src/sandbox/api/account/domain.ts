import * as contract from '../../../contract/account/domain.ts'
import type { DomainType } from '../../../contract/account/domain.ts'
import { invalid, overPlan, refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'

interface DomainState {
  domain_type: DomainType
  domain: string | null
  subdomain: string | null
  other_subdomain: string | null
  certificate_state: string
}

/** The longest label of a domain name. */
const maxLength = 63
const form = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Names that the service uses itself. */
const reserved: readonly string[] = ['admin', 'api', 'app', 'cdn', 'docs', 'files', 'help', 'mail', 'static', 'status', 'support', 'www']

const domains = ({ store }: Service) => store.records<DomainState>('domain')

function stateOf(service: Service, workspaceId: number): DomainState {
  const {
    domain_type = 'default',
    domain = null,
    subdomain = null,
    other_subdomain = null,
    certificate_state = 'success',
  } = domains(service).find({ workspace_id: workspaceId }) ?? {}
  return { domain_type, domain, subdomain, other_subdomain, certificate_state }
}

function change(service: Service, workspaceId: number, patch: Partial<DomainState>) {
  domains(service).put({ workspace_id: workspaceId }, { ...stateOf(service, workspaceId), ...patch })
  return shown(service, workspaceId)
}

/** `service_url` is the sandbox's own address, whichever type the account has chosen. */
function shown(service: Service, workspaceId: number) {
  const { domain, subdomain } = service.plan(workspaceId).options
  return {
    status: true,
    workspace_id: workspaceId,
    ...stateOf(service, workspaceId),
    service_url: service.publicUrl,
    allowed_by_tariff: { domain, subdomain },
  }
}

type Kind = 'subdomain' | 'other_subdomain'

function needName(service: Service, workspaceId: number, name: string): void {
  if (!form.test(name)) invalid({ subdomain: 'must be letters a to z and digits, with single hyphens between them' }, 'subdomain_invalid')
  if (name.length > maxLength) invalid({ subdomain: `must be up to ${maxLength} characters` }, 'subdomain_long')
  if (reserved.includes(name)) invalid({ subdomain: 'is reserved by the service' }, 'subdomain_forbidden')
  const taken = domains(service)
    .list()
    .some((other) => other.workspace_id !== workspaceId && [other.subdomain, other.other_subdomain].includes(name))
  if (taken) refuse(400, 'subdomain_taken')
}

export const handlers: HandlersOf<typeof contract> = {
  viewDomain: ({ workspace, service }) => shown(service, workspace.id),

  setSubdomain: ({ input, workspace, service }) => {
    const kind: Kind = input.subdomain_kind === 'other_subdomain' ? 'other_subdomain' : 'subdomain'
    const name = input.subdomain?.toLowerCase() ?? ''
    if (name !== '') {
      needName(service, workspace.id, name)
      return change(service, workspace.id, { [kind]: name })
    }
    const { domain_type } = stateOf(service, workspace.id)
    return change(service, workspace.id, { [kind]: null, ...(domain_type === kind && { domain_type: 'default' }) })
  },

  setDomainType: ({ input: { domain_type }, workspace, service }) => {
    if (domain_type === 'other_subdomain' && !service.plan(workspace.id).options.subdomain) overPlan('tariff_type')
    const state = stateOf(service, workspace.id)
    if (domain_type === 'domain' && state.domain === null) invalid({ domain_type: 'needs a domain that is connected to the account' })
    const named = domain_type === 'subdomain' || domain_type === 'other_subdomain'
    return change(service, workspace.id, { domain_type, ...(named && { [domain_type]: state[domain_type] ?? `account-${workspace.id}` }) })
  },
}

export const seed: Seed = (service, { workspace }) => void change(service, workspace.id, { domain: 'surveys.example.com' })
