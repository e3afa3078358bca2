// The second panel of Merchant Sign Up: the merchants as a table and as files. The user can remove merchants.
import { m } from '#words/messages.js'
import { Download, FileArchive, Printer, QrCode as QrIcon, Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '#domain/columns.ts'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { savePictures, saveSheets } from './files.ts'

interface Row {
  readonly id: string
  readonly number: string
  readonly name: string
}

const columns: readonly Column<Row>[] = [
  { key: 'number', label: m.common_merchantId(), format: 'text' },
  { key: 'name', label: m.merchants_merchantName(), format: 'text' },
]

interface MerchantListProps {
  /** Undefined while loading. */
  readonly merchants: readonly SignedUpMerchant[] | undefined
  readonly limit: number
  readonly onShow: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

export function MerchantList({ merchants, limit, onShow, onRemove }: MerchantListProps) {
  const areLocked = useAreDraftsLocked()
  const [rowsToRemove, setRowsToRemove] = useState<'all' | Row>()
  const [savingFile, setSavingFile] = useState<'list' | 'codes'>()
  const rows = merchants?.map(({ id, entry }) => ({
    id,
    number: entry.mastercardMerchantID,
    name: entry.merchantName,
  }))
  const rowCount = rows?.length ?? 0
  const emptyReason = rows?.length === 0 ? m.merchants_listIsEmpty() : undefined
  /** `saveFileOf` makes the file of the merchants and saves it. */
  const saveWithProgress = async (
    file: 'list' | 'codes',
    saveFileOf: (merchants: readonly SignedUpMerchant[]) => Promise<void>,
  ) => {
    if (!merchants || savingFile) return
    setSavingFile(file)
    await saveFileOf(merchants)
    setSavingFile(undefined)
  }
  const busyReason = savingFile ? m.merchants_fileIsBeingMade() : undefined
  const codesButton = (
    <Button size="small" icon={<QrIcon aria-hidden />} pending={savingFile === 'codes'} disabledReason={emptyReason}>
      {m.merchants_allQrCodes()}
    </Button>
  )
  return (
    <Panel
      title={
        <>
          {m.merchants_downloadInformation()}
          {rowCount > 0 && (
            <span className="ms-2 text-sm font-normal text-muted max-sm:ms-0 max-sm:block">
              {m.merchants_countOfLimit({ count: rowCount, limit })}
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
            pending={savingFile === 'list'}
            disabledReason={emptyReason}
            onClick={() => void saveWithProgress('list', saveMerchants)}
          >
            {m.common_download()}
          </Button>
          {emptyReason === undefined ? (
            <Menu
              trigger={codesButton}
              label={m.merchants_allQrCodes()}
              items={[
                {
                  label: m.merchants_counterSheetsInOnePdf(),
                  icon: <Printer aria-hidden />,
                  onSelect: () => void saveWithProgress('codes', saveSheets),
                  disabledReason: busyReason,
                },
                {
                  label: m.merchants_picturesInZip(),
                  icon: <FileArchive aria-hidden />,
                  onSelect: () => void saveWithProgress('codes', savePictures),
                  disabledReason: busyReason,
                },
              ]}
            />
          ) : (
            codesButton
          )}
          <Button
            size="small"
            icon={<Trash2 aria-hidden />}
            disabledReason={emptyReason}
            onClick={() => setRowsToRemove('all')}
          >
            {m.common_clear()}
          </Button>
        </>
      }
    >
      <DataTable
        caption={m.merchants_merchantInformation()}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={(row) => (
          <>
            <Button
              size="small"
              icon={<QrIcon aria-hidden />}
              aria-label={m.merchants_qrCodeOfListed({ name: row.name, number: row.number })}
              onClick={() => onShow(row.id)}
            >
              {m.merchants_qrCode()}
            </Button>
            <Button
              size="small"
              aria-label={m.merchants_removeListed({ name: row.name, number: row.number })}
              onClick={() => setRowsToRemove(row)}
            >
              {m.merchants_remove()}
            </Button>
          </>
        )}
        empty={
          <EmptyState icon={Store} title={areLocked ? m.merchants_listIsLocked() : m.merchants_noMerchantsYet()}>
            {areLocked ? m.merchants_listOpensWhenServerAnswers() : m.merchants_noMerchantsHint()}
          </EmptyState>
        }
      />
      {rowsToRemove !== undefined && rows && (
        <RemoveDialog
          rowsToRemove={rowsToRemove}
          rows={rows}
          onConfirm={(ids) => {
            onRemove(ids)
            setRowsToRemove(undefined)
          }}
          onCancel={() => setRowsToRemove(undefined)}
        />
      )}
    </Panel>
  )
}

interface RemoveDialogProps {
  readonly rowsToRemove: 'all' | Row
  readonly rows: readonly Row[]
  readonly onConfirm: (ids: readonly string[]) => void
  readonly onCancel: () => void
}

function RemoveDialog({ rowsToRemove, rows, onConfirm, onCancel }: RemoveDialogProps) {
  const commonProps = { open: true, title: m.merchants_clearMerchantInformation(), danger: true, onCancel }
  if (rowsToRemove === 'all')
    return (
      <ConfirmDialog
        {...commonProps}
        effect={m.merchants_removeTheseItems()}
        confirmLabel={m.common_clear()}
        onConfirm={() => onConfirm(rows.map(({ id }) => id))}
      >
        <p>{m.merchants_codesGoOnWorking({ count: rows.length })}</p>
      </ConfirmDialog>
    )
  const { id, name, number: merchantNumber } = rowsToRemove
  return (
    <ConfirmDialog
      {...commonProps}
      effect={m.merchants_removeThisItem()}
      confirmLabel={m.merchants_remove()}
      onConfirm={() => onConfirm([id])}
    >
      <p>{m.merchants_codeGoesOnWorking({ name, merchantNumber })}</p>
    </ConfirmDialog>
  )
}
