/** Themes for surveys: the service's own, and those of an account. */
import type { Theme } from '../../../model/survey.ts'
import type { Store } from '../store.ts'

type ThemeFields = Omit<Theme, 'theme_id'>

const records = (store: Store) => store.records<ThemeFields>('theme')

/** Themes of the service have no workspace. */
export function findTheme(store: Store, workspaceId: number, id: number): Theme | undefined {
  const theme = records(store).get(id)
  if (!theme || (theme.workspace_id !== null && theme.workspace_id !== workspaceId)) return undefined
  const { name, colors, background, font_family } = theme
  return { theme_id: id, name, colors, background, font_family }
}

const catalogue: readonly ThemeFields[] = [
  {
    name: 'Light',
    colors: { text: '#1f2933', accent: '#2563eb', button: '#2563eb', button_text: '#ffffff' },
    background: '#ffffff',
    font_family: 'sans-serif',
  },
  {
    name: 'Dark',
    colors: { text: '#e5e7eb', accent: '#38bdf8', button: '#38bdf8', button_text: '#0b1120' },
    background: '#111827',
    font_family: 'sans-serif',
  },
  {
    name: 'Paper',
    colors: { text: '#3b2f2f', accent: '#9a3412', button: '#9a3412', button_text: '#fff7ed' },
    background: '#fdf6e3',
    font_family: 'serif',
  },
  {
    name: 'Forest',
    colors: { text: '#14291f', accent: '#15803d', button: '#15803d', button_text: '#f0fdf4' },
    background: '#ecfdf5',
    font_family: 'sans-serif',
  },
  {
    name: 'High contrast',
    colors: { text: '#000000', accent: '#000000', button: '#000000', button_text: '#ffff00' },
    background: '#ffffff',
    font_family: 'sans-serif',
  },
]

/** One of the service's own themes, by name. */
export const serviceTheme = (name: string): Theme | null => {
  const index = catalogue.findIndex((theme) => theme.name === name)
  return catalogue[index] ? { theme_id: index + 1, ...catalogue[index] } : null
}

/** Stores the service's own themes, with ids from 1. */
export function seedThemes(store: Store): void {
  catalogue.forEach((theme, index) => records(store).insert(theme, {}, index + 1))
}
