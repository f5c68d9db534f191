import * as contract from '../../../contract/account/branding.ts'
import { invalid } from '../../store/refusal.ts'
import type { HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { sniffUpload } from '../surveys/media.ts'
import { isOneOf } from '../../../text/is-one-of.ts'

interface BrandingState {
  logo_show: boolean
  show_copyright: boolean
  /** Id of the logo's file. */
  logo: string | null
}

const brandings = ({ store }: Service) => store.records<BrandingState>('branding')

function stateOf(service: Service, workspaceId: number): BrandingState {
  const { logo_show = true, show_copyright = true, logo = null } = brandings(service).find({ workspace_id: workspaceId }) ?? {}
  return { logo_show, show_copyright, logo }
}

function change(service: Service, workspaceId: number, patch: Partial<BrandingState>) {
  brandings(service).put({ workspace_id: workspaceId }, { ...stateOf(service, workspaceId), ...patch })
  return shown(service, workspaceId)
}

function shown(service: Service, workspaceId: number) {
  const { logo_show, show_copyright, logo } = stateOf(service, workspaceId)
  const file = logo === null ? undefined : service.files.get(logo)
  return { status: true, workspace_id: workspaceId, logo_show, show_copyright, logo_url: file ? service.files.url(file) : null }
}

function removeLogo(service: Service, workspaceId: number): void {
  const { logo } = stateOf(service, workspaceId)
  if (logo !== null) service.files.remove(logo)
}

export const handlers: HandlersOf<typeof contract> = {
  setBranding: ({ input: { logo_show, show_copyright }, workspace, service }) =>
    change(service, workspace.id, {
      ...(logo_show !== undefined && { logo_show }),
      ...(show_copyright !== undefined && { show_copyright }),
    }),

  uploadLogo: async ({ upload, workspace, service }) => {
    const file = upload.logo
    if (file.size > contract.logoBytes) invalid({ logo: 'must be up to 5 MB' })
    const found = await sniffUpload(file)
    if (!found || !isOneOf(contract.logoFormats, found.ext)) invalid({ logo: `must be ${contract.logoFormats.join(', ')}` })
    removeLogo(service, workspace.id)
    const logo = service.files.storeUpload(file, {
      workspace_id: workspace.id,
      name: file.filename || `logo.${found.ext}`,
      type: found.mime,
      purpose: 'logo',
    })
    return { ...change(service, workspace.id, { logo: logo.id }), logo_url: service.files.url(logo) }
  },

  removeLogo: ({ workspace, service }) => {
    removeLogo(service, workspace.id)
    return change(service, workspace.id, { logo: null })
  },
}

export const hooks: Hooks = {
  page: (service, quiz) => {
    const { logo_show, logo_url, show_copyright } = shown(service, quiz.workspace_id)
    // The copyright shows again when the plan no longer allows hiding it.
    const hidden = !show_copyright && service.plan(quiz.workspace_id).options.hide_copyright
    return { branding: { logo_url: logo_show ? logo_url : null, show_copyright: !hidden } }
  },
}

export const seed: Seed = (service, { workspace }) => void change(service, workspace.id, { logo_show: true })
