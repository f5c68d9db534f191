import * as contract from '../../../contract/answers/appearance.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { rowOf } from '../../store/records.ts'
import { isOneOf } from '../../../text/is-one-of.ts'

type Settings = Record<string, unknown>
interface Appearance {
  settings: Settings
}
interface Preset {
  name: string
  settings: Settings
  created_at: string
}

const palettes = ['default', 'ocean', 'forest', 'sunset', 'berry', 'slate', 'contrast']

const defaults = {
  palette_id: 'default',
  custom_colors: null,
  bar_color_mode: 'palette',
  font_family: null,
  show_value_labels: true,
  show_grid_lines: true,
}

/** `sort_mode` and `value_format` are set on a survey; here they are only listed. */
const allowed = {
  palette_id: palettes,
  bar_color_mode: ['single', 'palette'],
  custom_colors_min: 2,
  custom_colors_max: 14,
  font_family_max: 64,
  sort_mode: ['none', 'asc', 'desc'],
  value_format: ['count', 'percent', 'count_percent'],
}

export const handlers: HandlersOf<typeof contract> = {
  viewAppearance: ({ workspace, service }) => shown(service, workspace.id),

  setAppearance: ({ input: { settings }, workspace, service }) => {
    needPalette(settings)
    const appearances = service.store.records<Appearance>('appearance')
    const before = appearances.find({ workspace_id: workspace.id })?.settings ?? defaults
    appearances.put({ workspace_id: workspace.id }, { settings: { ...before, ...settings } })
    return { status: true, ...shown(service, workspace.id) }
  },

  addAppearancePreset: ({ input: { name, settings }, workspace, service }) => {
    needPalette(settings)
    const preset_id = presetsOf(service).insert(
      { name, settings: { ...defaults, ...settings }, created_at: service.now().toISOString() },
      { workspace_id: workspace.id },
    )
    return { status: true, preset_id, presets: listPresets(service, workspace.id) }
  },

  removeAppearancePreset: ({ input: { presetId }, workspace, service }) => {
    const presets = presetsOf(service)
    if (!presets.get(presetId, { workspace_id: workspace.id })) refuse(400, 'not_found')
    presets.remove(presetId)
    return { status: true, preset_id: presetId }
  },
}

const presetsOf = ({ store }: Service) => store.records<Preset>('appearance_preset')

const listPresets = (service: Service, workspace_id: number) => presetsOf(service).list({ workspace_id }).map(rowOf)

const shown = (service: Service, workspace_id: number) => ({
  report_appearance_default: service.store.records<Appearance>('appearance').find({ workspace_id })?.settings ?? null,
  presets: listPresets(service, workspace_id),
  defaults,
  row_options_defaults: { sort_mode: 'none', value_format: 'count_percent' },
  allowed,
})

/** The contract takes any name: which palettes exist is read with the appearance. */
function needPalette({ palette_id }: Settings): void {
  if (palette_id !== undefined && !isOneOf(palettes, palette_id))
    invalid({ 'settings.palette_id': `must be one of ${palettes.join(', ')}` })
}

export const seed: Seed = (service, { workspace }) => {
  presetsOf(service).insert(
    { name: 'Quiet', settings: { ...defaults, palette_id: 'slate', show_grid_lines: false }, created_at: service.now().toISOString() },
    { workspace_id: workspace.id },
    1,
  )
}
