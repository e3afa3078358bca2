// The appearance of the portal on this device: theme and row height.
import { densities, type Density, useDensity } from '#services/device/density.ts'
import { themeLabels, themes, useTheme } from '#services/device/theme.ts'
import { Panel } from '#ui/Panel.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import * as say from '#words/pages/account.ts'

export function Appearance() {
  const [theme, chooseTheme] = useTheme()
  const [density, chooseDensity] = useDensity()
  return (
    <Panel title={say.appearance}>
      <div className="grid gap-5 sm:grid-cols-2">
        <RadioGroup
          label={say.colours}
          value={theme}
          choices={themes.map((value) => ({ value, label: themeLabels[value] }))}
          onChange={chooseTheme}
        />
        <RadioGroup
          label={say.rowsOfTables}
          value={density}
          choices={densities.map((value) => ({ value, label: densityLabels[value] }))}
          onChange={chooseDensity}
        />
      </div>
      <p className="mt-4 text-sm text-muted">{say.keptOnThisDevice}</p>
    </Panel>
  )
}

const densityLabels: Readonly<Record<Density, string>> = { normal: say.normal, compact: say.compact }
