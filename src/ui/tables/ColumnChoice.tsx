// A button that opens a list of checkboxes, with which the user chooses the visible columns. The first column names the
// row, so it is always visible.
import { m } from '#words/messages.js'
import { Columns3 } from 'lucide-react'
import type { Column } from '#domain/columns.ts'
import { Button } from '../buttons/Button.tsx'
import { Checkbox } from '../forms/Checkbox.tsx'
import { Popover } from '../overlays/Popover.tsx'

interface ColumnChoiceProps<Row> {
  readonly columns: readonly Column<Row>[]
  /** Keys of the hidden columns. */
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

export function ColumnChoice<Row>({ columns, hidden, onChange }: ColumnChoiceProps<Row>) {
  return (
    <Popover
      label={m.common_columns()}
      trigger={
        <Button size="small" icon={<Columns3 aria-hidden />}>
          {m.common_columns()}
        </Button>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{m.ui_columnsShown()}</legend>
        {columns.slice(1).map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={!hidden.includes(key)}
            onChange={({ target }) => {
              const otherHidden = hidden.filter((other) => other !== key)
              onChange(target.checked ? otherHidden : [...otherHidden, key])
            }}
          />
        ))}
      </fieldset>
      {hidden.length > 0 && (
        <Button size="small" className="mt-3" onClick={() => onChange([])}>
          {m.ui_showAllColumns()}
        </Button>
      )}
    </Popover>
  )
}

export const visibleColumns = <Row,>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] => columns.filter(({ key }) => !hidden.includes(key))
