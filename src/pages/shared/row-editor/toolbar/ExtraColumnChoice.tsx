// Lets the user choose which extra columns of the file are shown beside the rows: a button with a list of checkboxes.
import { m } from '#words/messages.js'
import { Columns3 } from 'lucide-react'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Popover } from '#ui/overlays/Popover.tsx'
import type { ExtraColumnSelection } from './useExtraColumns.ts'

interface ExtraColumnChoiceProps extends ExtraColumnSelection {
  readonly headings: readonly string[]
}

export function ExtraColumnChoice({ headings, shownIndexes, setShownIndexes }: ExtraColumnChoiceProps) {
  const setShown = (index: number, isShown: boolean) =>
    setShownIndexes((before) => {
      const otherIndexes = before.filter((shownIndex) => shownIndex !== index)
      return isShown ? [...otherIndexes, index].sort((a, b) => a - b) : otherIndexes
    })
  return (
    <Popover
      label={m.rows_ownColumns()}
      trigger={<IconButton size="small" label={m.rows_ownColumns()} icon={<Columns3 aria-hidden />} />}
    >
      <fieldset className="grid max-h-[min(24rem,60dvh)] max-w-80 gap-2 overflow-y-auto">
        <legend className="mb-2 text-sm font-medium">{m.rows_shownBesideRows()}</legend>
        {headings.map((heading, index) => (
          <Checkbox
            key={`${index} ${heading}`}
            label={heading}
            checked={shownIndexes.includes(index)}
            onChange={({ target }) => setShown(index, target.checked)}
          />
        ))}
      </fieldset>
      <p className="mt-3 max-w-72 text-sm text-muted">{m.rows_ownColumnsStayHere()}</p>
    </Popover>
  )
}
