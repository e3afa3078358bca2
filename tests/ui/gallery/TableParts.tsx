// The two tables: pages of records, and thousands of editable rows.
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Column } from '#domain/columns.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import type { GridColumn } from '#ui/grid/GridCell.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { VirtualTable, type VirtualTableHandle } from '#ui/grid/VirtualTable.tsx'

interface Batch {
  readonly ID: string
  readonly FILENAME: string
  readonly CARD: string
  readonly ROWS: number
  readonly AMOUNT: string
  readonly UPLOADED: string
  readonly STATE: string
}

const batches: readonly Batch[] = Array.from({ length: 34 }, (_, index) => ({
  ID: String(1042 - index),
  FILENAME: `loads-march-${index + 1}.xlsx`,
  CARD: `90000100000${String(index).padStart(5, '0')}`,
  ROWS: (index * 397) % 5000,
  AMOUNT: `${((index * 7919) % 90_000) + 100}.50`,
  UPLOADED: `2026-03-${String((index % 28) + 1).padStart(2, '0')}T02:42:00Z`,
  STATE: index % 3 === 0 ? 'Loaded' : 'Awaiting approval',
}))

const columns: readonly Column<Batch>[] = [
  { key: 'ID', label: 'Batch', format: 'text' },
  { key: 'FILENAME', label: 'File name', format: 'text' },
  { key: 'CARD', label: 'Card', format: 'pan' },
  { key: 'ROWS', label: 'Rows', format: 'count' },
  { key: 'AMOUNT', label: 'Amount', format: 'amount' },
  { key: 'UPLOADED', label: 'Uploaded', format: 'instant' },
  { key: 'STATE', label: 'State', format: 'shortText' },
]

export function TableParts() {
  const [pageSize, setPageSize] = useState(10)
  const common = { columns, rowKey: ({ ID }: Batch) => ID, empty: 'No batch loads found' }
  return (
    <>
      <Panel title="Batches" flush actions={<Button>Refresh</Button>}>
        <DataTable
          {...common}
          caption="Batches"
          rows={batches}
          cells={{ STATE: ({ STATE }) => <Badge tone={STATE === 'Loaded' ? 'positive' : 'waiting'}>{STATE}</Badge> }}
          copyable={['CARD']}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          actions={({ ID }) => (
            <>
              <Button size="small">Details</Button>
              <Menu
                trigger={<IconButton size="small" label={`More for batch ${ID}`} icon={<Ellipsis aria-hidden />} />}
                items={[{ label: 'Reject', danger: true, onSelect: () => undefined }]}
              />
            </>
          )}
        />
      </Panel>
      <div className="grid gap-5 xl:grid-cols-2">
        <Panel title="Loading" flush>
          <DataTable {...common} caption="Loading" rows={undefined} />
        </Panel>
        <Panel title="Failed" flush>
          <DataTable
            {...common}
            caption="Failed"
            rows={undefined}
            error="Cannot connect to server"
            onRetry={() => undefined}
          />
        </Panel>
      </div>
      <Panel title="Empty" flush>
        <DataTable {...common} caption="Empty" rows={[]} />
      </Panel>
    </>
  )
}

interface Load {
  readonly row: number
  readonly identifier: string
  readonly amount: string
}

const loads: readonly Load[] = Array.from({ length: 5000 }, (_, index) => ({
  row: index + 2,
  identifier: `9000010000${String(index).padStart(6, '0')}`,
  amount: `${(index % 90) + 10}.00`,
}))

export function GridPart() {
  const [rows, setRows] = useState(loads)
  const handle = useRef<VirtualTableHandle>(null)
  const save = (changed: Load) => setRows((current) => current.map((row) => (row.row === changed.row ? changed : row)))
  const gridColumns: readonly GridColumn<Load>[] = [
    { key: 'row', label: 'Row', width: '5rem', numeric: true, cell: ({ row }) => row },
    {
      key: 'identifier',
      label: 'Card Number',
      width: 'minmax(13rem, 1fr)',
      cell: ({ identifier }) => <span className="figures">{identifier}</span>,
      edit: (row) => ({ value: row.identifier, onSave: (identifier) => save({ ...row, identifier }) }),
    },
    {
      key: 'amount',
      label: 'Amount',
      width: '8rem',
      numeric: true,
      cell: ({ amount }) => amount,
      edit: (row) => ({ value: row.amount, onSave: (amount) => save({ ...row, amount }) }),
    },
    {
      key: 'actions',
      label: 'Actions',
      labelHidden: true,
      width: '7rem',
      cell: (load) => (
        <Button
          size="small"
          kind="quiet"
          tabIndex={-1}
          onClick={() => setRows((current) => current.filter((row) => row !== load))}
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <Panel
      title="Rows"
      flush
      // Row 1 is the headings, so index 0 is row 2.
      actions={<Button onClick={() => handle.current?.focusCell(3000, 'amount')}>Go to row 3,002</Button>}
    >
      <VirtualTable
        caption="Rows of the file"
        columns={gridColumns}
        rows={rows}
        rowKey={({ row }) => row}
        rowTone={({ row }) => (row % 7 === 0 ? 'critical' : undefined)}
        onDelete={(deleted) => setRows((current) => current.filter((row) => !deleted.includes(row)))}
        empty="No rows"
        handle={handle}
      />
    </Panel>
  )
}
