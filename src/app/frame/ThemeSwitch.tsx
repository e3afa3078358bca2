// The choice of theme: light, dark or the system's theme.
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { themeIcons } from './theme-icons.ts'
import { themeLabels, themes, useTheme } from '#services/device/theme.ts'
import * as say from '#words/app.ts'

export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const Now = themeIcons[theme]
  return (
    <Menu
      label={say.appearance}
      trigger={<IconButton label={say.appearance} icon={<Now aria-hidden />} />}
      items={themes.map((key) => {
        const Icon = themeIcons[key]
        const label = themeLabels[key]
        return {
          label: key === theme ? say.current(label) : label,
          icon: <Icon aria-hidden />,
          onSelect: () => choose(key),
        }
      })}
    />
  )
}
