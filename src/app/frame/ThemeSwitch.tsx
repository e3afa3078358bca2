// The choice of theme: light, dark or the system's theme.
import { m } from '#words/messages.js'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { themeIcons } from './theme-icons.ts'
import { themeLabels, themes, useTheme } from '#services/device/theme.ts'

export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const CurrentIcon = themeIcons[theme]
  return (
    <Menu
      label={m.common_appearance()}
      trigger={<IconButton label={m.common_appearance()} icon={<CurrentIcon aria-hidden />} />}
      items={themes.map((key) => {
        const Icon = themeIcons[key]
        const label = themeLabels[key]
        return {
          label: key === theme ? m.app_current({ label }) : label,
          icon: <Icon aria-hidden />,
          onSelect: () => choose(key),
        }
      })}
    />
  )
}
