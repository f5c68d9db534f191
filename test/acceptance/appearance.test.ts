/** How charts look, for the whole account. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const view = async (): Promise<any> => (await run('appearance view --json')).json

it('begins without a palette of its own, and says what is allowed', async () => {
  const state = await view()
  expect(state.report_appearance_default).toBeNull()
  expect(state.allowed).toMatchObject({
    bar_color_mode: ['single', 'palette'],
    custom_colors_min: 2,
    custom_colors_max: 14,
    font_family_max: 64,
  })
  expect((await run('appearance view')).stdout).toContain('ocean')
})

it('changes what is given and keeps the rest', async () => {
  const first = await run('appearance set --palette-id ocean --font-family Georgia --no-show-grid-lines')
  expect([first.exitCode, first.stdout]).toEqual([0, 'Set palette_id, font_family, show_grid_lines of the report appearance\n'])
  await run('appearance set --custom-colors #112233,#445566 --custom-colors #778899 --clear-font-family --show-value-labels')
  expect((await view()).report_appearance_default).toMatchObject({
    palette_id: 'ocean',
    font_family: null,
    show_grid_lines: false,
    show_value_labels: true,
    custom_colors: ['#112233', '#445566', '#778899'],
  })
})

it('takes the body from a file; flags override the file', async () => {
  const { exitCode } = await run(['appearance', 'set', '--file', '-', '--bar-color-mode', 'single'], {
    input: 'settings:\n  palette_id: forest\n  bar_color_mode: palette\n',
  })
  expect(exitCode).toBe(0)
  expect((await view()).report_appearance_default).toMatchObject({ palette_id: 'forest', bar_color_mode: 'single' })
})

it('keeps looks under names', async () => {
  const { json } = await run(['appearance', 'preset-add', 'Loud', '--palette-id', 'berry', '--json'])
  expect((await view()).presets.map(({ id, name }: any) => [id, name])).toEqual([
    [1, 'Quiet'],
    [json.preset_id, 'Loud'],
  ])
  expect(await run(`appearance preset-remove ${json.preset_id}`)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run(`appearance preset-remove ${json.preset_id} --yes`)).exitCode).toBe(0)
  expect((await view()).presets).toHaveLength(1)
})

it("never removes another account's preset", async () => {
  const other = await served.control('account add')
  const { exitCode, error } = await served.as(other.api_key)(`appearance preset-remove 1 --yes --json --workspace ${other.workspace_id}`)
  expect([exitCode, error.code]).toEqual([5, 'not_found'])
  expect((await view()).presets).toHaveLength(1)
})

it('says what is wrong before anything is sent, and what only the account knows after it', async () => {
  const local = await run('appearance set --custom-colors red --bar-color-mode both --font-family ' + 'x'.repeat(65))
  expect([local.exitCode, local.stderr]).toEqual([2, expect.stringMatching(/--custom-colors[^]*--bar-color-mode[^]*--font-family/)])
  expect(await run('appearance set')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--palette-id') })
  const palette = await run('appearance set --palette-id neon --json')
  expect([palette.exitCode, palette.error.fields]).toEqual([6, { 'settings.palette_id': [expect.stringContaining('ocean')] }])
  const unknown = await run(['appearance', 'set', '--file', '-'], { input: '{"settings":{"sort_mode":"asc"}}' })
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('sort_mode')])
})

it('needs the right to set up the account', async () => {
  const { api_key } = await served.control('key participant', { rights: { settings: 'allowed' } })
  const { exitCode, stderr } = await served.as(api_key)('appearance set --palette-id ocean')
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('account_quiz_settings')])
})
