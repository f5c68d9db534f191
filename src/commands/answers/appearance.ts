import { command, group, type ExtraFlag, type Extras, type Options } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import {
  describeField,
  flagsOf,
  optionKey,
  placeholderOf,
  readList,
  readValue,
  Unreadable,
  type FieldFlags,
} from '../../cli/flags/of-field.ts'
import {
  addAppearancePreset,
  appearanceSettings,
  removeAppearancePreset,
  setAppearance,
  viewAppearance,
} from '../../contract/answers/appearance.ts'
import { usageError } from '../../errors.ts'
import type { Column, ColumnSpec } from '../../output/columns.ts'
import { toCopy } from '../../text/to-copy.ts'
import { newFlag, refuseSecond } from '../second-of-a-name.ts'
import { isObject } from '../../text/is-object.ts'

type Settings = Record<string, unknown>

/** The service nests the settings in the body; people give each of them by a flag of its own. */
const settingFlags = Object.entries(appearanceSettings).map(([name, field]) => flagsOf(name, field, undefined))

function extrasOf({ field, flag, negative, clear }: FieldFlags): [string, ExtraFlag][] {
  if (field.kind === 'boolean')
    return [flag, negative].flatMap((name, index): [string, ExtraFlag][] =>
      name === undefined ? [] : [[name, { flag: name, about: index === 0 ? field.about : `Not: ${field.about}` }]],
    )
  const main: [string, ExtraFlag] = [
    flag,
    { flag: `${flag} <${placeholderOf(field)}>`, about: describeField(field), ...(field.kind === 'list' && { many: true }) },
  ]
  return clear ? [main, [clear, { flag: clear, about: `Clear it: ${field.about}` }]] : [main]
}

const extra: Extras = {
  ...Object.fromEntries(settingFlags.flatMap(extrasOf)),
  file: { flag: '--file <file>', about: 'Read {settings: {...}} from a JSON or YAML file (- for standard input); flags override the file' },
}

/** What the flags say; all that is wrong with them at once. */
function readFlags(options: Options<Extras>): Settings {
  const settings: Settings = {}
  const problems: string[] = []
  for (const { name, field, flag, clear } of settingFlags) {
    const given = options[optionKey(flag)]
    const cleared = clear !== undefined && options[optionKey(clear)] === true
    if (cleared && given !== undefined) problems.push(`${flag} cannot be given together with ${clear}`)
    if (given === undefined && !cleared) continue
    const value = cleared
      ? null
      : Array.isArray(given)
        ? readList(field, given)
        : field.kind === 'boolean'
          ? given
          : readValue(field, String(given))
    const problem = value instanceof Unreadable ? value.message : field.schema.safeParse(value).error?.issues[0]?.message
    if (problem) problems.push(`${flag} ${problem}`)
    settings[name] = value
  }
  if (problems.length > 0) throw usageError(problems)
  return settings
}

async function readSettings(context: Context, options: Options<Extras>): Promise<Settings> {
  const flags = readFlags(options)
  const data = options.file === undefined ? {} : await context.ask.readData(String(options.file))
  const fromFile = (isObject(data) ? data.settings : undefined) ?? {}
  if (typeof fromFile !== 'object' || (options.file !== undefined && Object.keys(fromFile).length === 0))
    throw usageError('--file must hold {settings: {...}}')
  const settings = { ...fromFile, ...flags }
  if (Object.keys(settings).length === 0)
    throw usageError(`Nothing to set: give one of ${settingFlags.map(({ flag }) => flag).join(', ')} or --file`)
  return settings
}

const names = (settings: Settings): string => Object.keys(settings).join(', ')

const listOf = (rows: unknown, word: NonNullable<ColumnSpec['value']>): string | undefined =>
  Array.isArray(rows) ? rows.map(word).join(', ') : undefined

const columns: Column[] = [
  ...Object.keys(appearanceSettings).map((name) => `report_appearance_default.${name}`),
  { path: 'presets', value: ({ presets }) => listOf(presets, ({ id, name }) => `${name} (${id})`) },
  { path: 'allowed.palette_id', label: 'available palettes', as: 'list' },
]

export const appearanceGroup = group('appearance', {
  summary: 'How charts of reports look, for the whole account',
  shows: 'appearance view',
  commands: [
    command('view', viewAppearance, { columns, examples: ['appearance view', 'appearance view --jq .allowed.palette_id'] }),
    command('set', setAppearance, {
      flags: { settings: false },
      extra,
      examples: [
        'appearance set --palette-id ocean --show-value-labels',
        'appearance set --custom-colors "#112233,#445566" --clear-font-family',
      ],
      run: async (context, { workspace_id }, options) => {
        const settings = await readSettings(context, options)
        const result = await context.service.call(setAppearance, { workspace_id, settings })
        await context.show.done(result, `Set ${names(settings)} of the report appearance`, workspace_id)
      },
    }),
    command('preset-add', addAppearancePreset, {
      positionals: ['name'],
      flags: { settings: false },
      extra: { ...extra, new: newFlag },
      examples: ['appearance preset-add "Slate" --palette-id slate --bar-color-mode single --no-show-grid-lines'],
      also: [viewAppearance],
      run: async (context, { workspace_id, name }, options) => {
        const settings = await readSettings(context, options)
        const instead = (id: string): string => toCopy`To remove it first: surveyctl appearance preset-remove ${id}`
        await refuseSecond(
          context,
          { what: 'preset', name, isNew: options.new === true, instead },
          async (call) => (await call(viewAppearance, { workspace_id })).presets ?? [],
        )
        const result = await context.service.call(addAppearancePreset, { workspace_id, name, settings })
        await context.show.done(result, `Added preset ${result.preset_id ?? ''} "${name}"`, result.preset_id)
      },
    }),
    command('preset-remove', removeAppearancePreset, {
      confirm: ({ presetId }) => `Remove preset ${presetId}?`,
      done: (_, { presetId }) => `Removed preset ${presetId}`,
      examples: ['appearance preset-remove 1 --yes'],
    }),
  ],
})
