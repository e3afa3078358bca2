// Light, dark or as the system has it.
import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu } from '#ui/Menu.tsx'
import { type Theme, themes, useTheme } from './theme.ts'

const faces = {
  system: { label: 'As the system', icon: <Monitor aria-hidden /> },
  light: { label: 'Light', icon: <Sun aria-hidden /> },
  dark: { label: 'Dark', icon: <Moon aria-hidden /> },
} as const satisfies Record<Theme, unknown>

export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  return (
    <Menu
      label="Appearance"
      trigger={<IconButton label="Appearance" icon={faces[theme].icon} />}
      items={themes.map((key) => ({
        label: key === theme ? `${faces[key].label} (now)` : faces[key].label,
        icon: faces[key].icon,
        onSelect: () => choose(key),
      }))}
    />
  )
}
