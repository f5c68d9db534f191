import * as z from '../core/schema.ts'
import { boolean, choice, color, idOf, json, list, nullable, required, text, type Fields } from '../core/fields.ts'
import { done, operation } from '../core/operation.ts'
import type { Problem, FieldRule } from '../core/rules.ts'
import { isObject } from '../../text/is-object.ts'

/** Fields of `settings`. Which palettes there are, the account says itself (`allowed.palette_id`). */
export const appearanceSettings = {
  palette_id: text('Palette, one of those that "appearance view" allows', { min: 1, limits: 'not empty' }),
  custom_colors: list(color('Colour'), 'Own colours instead of a palette', { min: 2, max: 14 }),
  bar_color_mode: choice(['single', 'palette'], 'Bars of one colour or of many'),
  font_family: nullable(text('Font of the charts', { max: 64 })),
  show_value_labels: boolean('Write the values into the charts'),
  show_grid_lines: boolean('Draw grid lines'),
}

const settingFields: Fields = appearanceSettings

/** Each setting within its limits; `sort_mode` and `value_format` belong to the survey and are refused here. */
const settingsValid: FieldRule = ({ settings }) =>
  Object.entries(isObject(settings) ? settings : {}).flatMap(([name, value]): Problem[] => {
    const field = settingFields[name]
    if (!field) return [{ field: `settings.${name}`, message: 'is not a setting of the report appearance' }]
    return (field.schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
      field: ['settings', name, ...path].join('.'),
      message,
    }))
  })

const settings = required(json(z.looseObject({}, 'must be an object'), 'Settings of the charts'))
const appearance = z.looseObject({
  report_appearance_default: z.optional(z.nullable(z.looseObject({}))),
  presets: z.optional(z.array(z.looseObject({}))),
})

export const viewAppearance = operation({
  id: 'appearance.view',
  request: 'GET /workspace/{workspace_id}/report-appearance',
  summary: 'Show how charts of reports look in this account',
  result: appearance,
  offers: [{ thing: 'preset', at: 'presets' }],
})

export const setAppearance = operation({
  id: 'appearance.set',
  request: 'POST /workspace/{workspace_id}/report-appearance',
  effect: 'live',
  summary: 'Set how charts of reports look in this account',
  body: { settings },
  rules: [settingsValid],
  result: appearance,
  right: 'account_quiz_settings',
  repeatable: true,
})

export const addAppearancePreset = operation({
  id: 'appearance.preset-add',
  request: 'POST /workspace/{workspace_id}/report-appearance/presets',
  effect: 'draft',
  summary: 'Save how charts look under a name',
  body: { name: required(text('Name of the preset', { min: 1, max: 255 })), settings },
  rules: [settingsValid],
  result: z.looseObject({ preset_id: z.optional(z.union([z.int(), z.string()])) }),
  right: 'account_quiz_settings',
})

export const removeAppearancePreset = operation({
  id: 'appearance.preset-remove',
  request: 'DELETE /workspace/{workspace_id}/report-appearance/presets/{presetId}',
  effect: 'deletes',
  summary: 'Remove a preset',
  params: { presetId: idOf('preset') },
  result: done,
  right: 'account_quiz_settings',
  refusals: ['not_found'],
})
