// The appearance of the portal on this device: theme and row height.
import { m } from '#words/messages.js'
import { densities, type Density, useDensity } from '#services/device/density.ts'
import { themeLabels, themes, useTheme } from '#services/device/theme.ts'
import { Panel } from '#ui/Panel.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

export function Appearance() {
  const [theme, chooseTheme] = useTheme()
  const [density, chooseDensity] = useDensity()
  return (
    <Panel title={m.common_appearance()}>
      <div className="grid gap-5 sm:grid-cols-2">
        <RadioGroup
          label={m.account_colours()}
          value={theme}
          choices={themes.map((value) => ({ value, label: themeLabels[value] }))}
          onChange={chooseTheme}
        />
        <RadioGroup
          label={m.account_rowsOfTables()}
          value={density}
          choices={densities.map((value) => ({ value, label: densityLabels[value] }))}
          onChange={chooseDensity}
        />
      </div>
      <p className="mt-4 text-sm text-muted">{m.account_keptOnDevice()}</p>
    </Panel>
  )
}

const densityLabels: Readonly<Record<Density, string>> = { normal: m.account_normal(), compact: m.account_compact() }
