// A month of a year ('yyyy-mm'). The field has two selects, because some browsers have no control for a month.
import { m } from '#words/messages.js'
import { monthNames } from '#domain/calendar.ts'
import { Select } from './Select.tsx'

interface MonthFieldProps {
  /** Names both selects for screen readers. */
  readonly label: string
  /** 'yyyy-mm' */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The years to choose from. The year of `value` is always offered, too. */
  readonly years: readonly number[]
}

export function MonthField({ label, value, onChange, years }: MonthFieldProps) {
  const [year = '', month = ''] = value.split('-')
  const offeredYears = years.includes(Number(year)) ? years : [Number(year), ...years]
  const monthOptions = monthNames('long').map((name, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: name,
  }))
  return (
    <fieldset className="flex min-w-0 gap-3">
      <legend className="sr-only">{label}</legend>
      <Select
        label={m.common_month()}
        className="min-w-36"
        value={month}
        options={monthOptions}
        onChange={({ target }) => onChange(`${year}-${target.value}`)}
      />
      <Select
        label={m.common_year()}
        className="min-w-24"
        value={year}
        options={offeredYears.map((offered) => ({ value: String(offered), label: String(offered) }))}
        onChange={({ target }) => onChange(`${target.value}-${month}`)}
      />
    </fieldset>
  )
}
