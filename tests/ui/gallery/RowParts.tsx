// Components generated from a row type: the column mapping of a file, and the form of a single row.
import { useState } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { orderTypes } from '#domain/order/types.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { columnsBelow } from '#domain/rows/heading-line.ts'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { notShared } from '#tests/support/not-shared.ts'
import { RowFormDialog } from '#pages/shared/row-editor/fixes/RowFormDialog.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'

const file = {
  headings: [
    'First name',
    'Family',
    'Staff no.',
    'Amount (S$)',
    'Deliver to',
    'Mobile',
    'Address line 1',
    'Postcode',
    'Department',
    '',
  ],
  samples: [
    ['Ann', 'Bo', 'Cy'],
    ['Lee', 'Ng', 'Tan'],
    ['R-1041', 'R-1042', 'R-1043'],
    ['250.00', '1,250.00', '80.00'],
    ['Ann Lee, Finance', 'Bo Ng', 'Reception'],
    ['+65 9123 4567', '+65 9123 4568', '+65 9123 4569'],
    ['Block 12, Level 3, 80 Harbour Street East', '1 Bay Road', '1 Bay Road'],
    ['049315', '018989', '018989'],
    ['Finance', 'Sales', 'Sales'],
    ['x', 'x'],
  ],
}
const lines = [file.headings, ...[0, 1, 2].map((row) => file.samples.map((values) => values[row] ?? ''))].map(
  (fields, index) => ({ rowNumber: index + 1, fields }),
)
const virtual = virtualRows({ today: '2026-11-22' as CalendarDate })

export function RowParts() {
  const [open, setOpen] = useState<'physical' | 'virtual'>()
  const [message, setMessage] = useState('nothing')
  const close = () => setOpen(undefined)
  const add = ({ values }: { readonly values: Readonly<Record<string, string>> }) => {
    setMessage(Object.values(values).filter(Boolean).join(' / '))
    return undefined
  }
  const form = { onClose: close, onAdd: add }
  return (
    <>
      <ColumnMapping
        sharing={notShared}
        rowType={physicalRows}
        columns={columnsBelow(physicalRows, lines, 0)}
        fileName="cards-november.xlsx"
        onUse={({ map }) => setMessage(`columns ${map.join(' ')}`)}
        onCancel={() => setMessage('cancelled')}
      />
      <Panel title="Single rows">
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen('physical')}>{orderTypes.physical.single.open}</Button>
          <Button onClick={() => setOpen('virtual')}>{orderTypes.virtual.single.open}</Button>
        </div>
        <p className="mt-3 text-sm text-muted">Said: {message}</p>
      </Panel>
      {open === 'physical' && (
        <RowFormDialog
          rowType={physicalRows}
          title={orderTypes.physical.single.title}
          addLabel={orderTypes.physical.single.add}
          {...form}
        />
      )}
      {open === 'virtual' && (
        <RowFormDialog
          rowType={virtual}
          title={orderTypes.virtual.single.title}
          addLabel={orderTypes.virtual.single.add}
          {...form}
        />
      )}
    </>
  )
}
