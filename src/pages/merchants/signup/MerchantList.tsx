// The second panel of Merchant Sign Up (batches §2): who was signed up, as a table and as a file, and how to take them off again.
import { Download, FileArchive, Printer, QrCode as QrIcon, Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '#domain/columns.ts'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { savePictures, saveSheets } from './files.ts'

interface Row {
  readonly id: string
  readonly number: string
  readonly name: string
}

const columns: readonly Column<Row>[] = [
  { key: 'number', label: 'Merchant ID', format: 'text' },
  { key: 'name', label: 'Merchant Name', format: 'text' },
]

interface MerchantListProps {
  /** Undefined until they are known. */
  readonly merchants: readonly SignedUpMerchant[] | undefined
  readonly limit: number
  readonly onShow: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

const NONE = 'There is no merchant in the list yet'

export function MerchantList({ merchants, limit, onShow, onRemove }: MerchantListProps) {
  const [asked, setAsked] = useState<'all' | Row>()
  const [saving, setSaving] = useState<'list' | 'codes'>()
  const rows = merchants?.map(({ id, entry }) => ({
    id,
    number: entry.mastercardMerchantID,
    name: entry.merchantName,
  }))
  const none = rows?.length === 0 ? NONE : undefined
  const save = async (what: 'list' | 'codes', make: (merchants: readonly SignedUpMerchant[]) => Promise<void>) => {
    if (!merchants || saving) return
    setSaving(what)
    await make(merchants)
    setSaving(undefined)
  }
  const busy = saving ? 'A file is being made' : undefined
  const codes = (
    <Button size="small" icon={<QrIcon aria-hidden />} pending={saving === 'codes'} disabledReason={none}>
      All QR codes
    </Button>
  )
  return (
    <Panel
      title={
        <>
          Download Merchant Information
          {rows && rows.length > 0 && (
            <span className="ml-2 text-sm font-normal text-muted max-sm:ml-0 max-sm:block">
              {rows.length} of {limit}
            </span>
          )}
        </>
      }
      flush
      actions={
        <>
          <Button
            size="small"
            icon={<Download aria-hidden />}
            pending={saving === 'list'}
            disabledReason={none}
            onClick={() => void save('list', saveMerchants)}
          >
            Download
          </Button>
          {none === undefined ? (
            <Menu
              trigger={codes}
              label="All QR codes"
              items={[
                {
                  label: 'Counter sheets in one PDF',
                  icon: <Printer aria-hidden />,
                  onSelect: () => void save('codes', saveSheets),
                  disabledReason: busy,
                },
                {
                  label: 'Pictures in a zip, PNG and SVG',
                  icon: <FileArchive aria-hidden />,
                  onSelect: () => void save('codes', savePictures),
                  disabledReason: busy,
                },
              ]}
            />
          ) : (
            codes
          )}
          <Button size="small" icon={<Trash2 aria-hidden />} disabledReason={none} onClick={() => setAsked('all')}>
            Clear
          </Button>
        </>
      }
    >
      <DataTable
        caption="Merchant Information"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={(row) => (
          <>
            <Button
              size="small"
              icon={<QrIcon aria-hidden />}
              aria-label={`QR code of ${row.name}, ${row.number}`}
              onClick={() => onShow(row.id)}
            >
              QR code
            </Button>
            <Button size="small" aria-label={`Remove ${row.name}, ${row.number}`} onClick={() => setAsked(row)}>
              Remove
            </Button>
          </>
        )}
        empty={
          <EmptyState icon={Store} title="No merchants yet">
            Each merchant that you sign up is listed here, on this device and for you alone, until you clear the list.
          </EmptyState>
        }
      />
      {asked !== undefined && rows && (
        <ConfirmDialog
          open
          title="Clear Merchant Information"
          effect={`Are you sure you want to remove ${asked === 'all' ? 'these items' : 'this item'}?`}
          confirmLabel={asked === 'all' ? 'Clear' : 'Remove'}
          danger
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            onRemove(asked === 'all' ? rows.map(({ id }) => id) : [asked.id])
            setAsked(undefined)
          }}
        >
          <p>
            {asked === 'all'
              ? `${rows.length} ${rows.length === 1 ? 'merchant' : 'merchants'}. `
              : `${asked.name}, ${asked.number}. `}
            {asked === 'all' ? 'Their QR codes go' : 'Its QR code goes'} on working; download the list first if you
            still need it.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
