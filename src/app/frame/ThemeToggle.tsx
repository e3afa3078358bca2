// The theme switch of signed-out pages: one button that cycles through the themes. A menu would make the sign-in page
// larger.
import { m } from '#words/messages.js'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, themes, useTheme } from '#services/device/theme.ts'

export function ThemeToggle() {
  const [theme, choose] = useTheme()
  const { label, icon: Icon } = faces[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <button
      type="button"
      onClick={() => choose(next)}
      className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden className="size-4" />
      {/* Beside the choice of the language, a phone has no space for it. */}
      <span className="max-sm:sr-only">
        <span className="sr-only">{m.app_appearanceIs()} </span>
        {label}
      </span>
    </button>
  )
}

const faces = {
  system: { label: m.common_system(), icon: Monitor },
  light: { label: m.common_light(), icon: Sun },
  dark: { label: m.common_dark(), icon: Moon },
} as const satisfies Record<Theme, unknown>
