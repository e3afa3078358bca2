// The light or dark theme, which follows the system unless the user chose one, and the brand's accent colour.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { readPreference, usePreference, writePreference } from './preference.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeLabels: Readonly<Record<Theme, string>> = {
  system: m.common_system(),
  light: m.common_light(),
  dark: m.common_dark(),
}

const darkModeQuery = () => matchMedia('(prefers-color-scheme: dark)')

export function useTheme() {
  const [theme] = usePreference('theme', [...themes])
  return [theme, chooseTheme] as const
}

/** Stores and applies the theme. */
export function chooseTheme(theme: Theme): void {
  writePreference('theme', theme)
  applyTheme()
}

/** Called before the first paint; follows the system's theme from then on. */
export function startTheme(): void {
  const { style } = document.documentElement
  style.setProperty('--brand-accent-light', client.accent.light)
  style.setProperty('--brand-accent-dark', client.accent.dark)
  applyTheme()
  darkModeQuery().addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

function applyTheme(): void {
  const theme = readPreference('theme', [...themes])
  document.documentElement.dataset['theme'] = theme === 'system' ? (darkModeQuery().matches ? 'dark' : 'light') : theme
}
