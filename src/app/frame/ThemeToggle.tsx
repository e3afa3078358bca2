// The theme switch of signed-out pages: one button that cycles through the themes. A menu would make the sign-in page
// larger.
import { m } from '#words/messages.js'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, themes, useTheme } from '#services/device/theme.ts'

export function ThemeToggle() {
  const [theme, choose] = useTheme()
  const { label, icon: Icon } = themeViews[theme]
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <button
      type="button"
      onClick={() => choose(nextTheme)}
      className="flex h-control items-center gap-2 rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden className="size-4" />
      {/* A phone has no room for the text beside the language select. */}
      <span className="max-sm:sr-only">
        <span className="sr-only">{m.app_appearancePrefix()} </span>
        {label}
      </span>
    </button>
  )
}

const themeViews = {
  system: { label: m.common_system(), icon: Monitor },
  light: { label: m.common_light(), icon: Sun },
  dark: { label: m.common_dark(), icon: Moon },
} as const satisfies Record<Theme, unknown>
