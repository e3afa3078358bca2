// The light or dark theme, and the brand's accent colour. The theme follows the system unless the user chooses one.
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
  const [theme] = usePreference('theme', themes)
  return [theme, chooseTheme] as const
}

/** Stores and applies the theme. */
export function chooseTheme(theme: Theme): void {
  writePreference('theme', theme)
  applyTheme()
}

/**
 * Called before the first paint. From then on, follows changes of the system's theme and of the setting in other tabs.
 */
export function startTheme(): void {
  const { style } = document.documentElement
  style.setProperty('--brand-accent-light', client.accent.light)
  style.setProperty('--brand-accent-dark', client.accent.dark)
  applyTheme()
  darkModeQuery().addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

function applyTheme(): void {
  const theme = readPreference('theme', themes)
  const systemTheme = darkModeQuery().matches ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = theme === 'system' ? systemTheme : theme
}
