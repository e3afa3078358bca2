// The second panel of Merchant Sign Up: the merchants as a table and as files, with their removal.
import { Download, FileArchive, Printer, QrCode as QrIcon, Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '#domain/columns.ts'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { useAreDraftsLocked } from '#flows/access/locked.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import * as say from '#words/pages/merchants/signup.ts'
import { savePictures, saveSheets } from './files.ts'

interface Row {
  readonly id: string
  readonly number: string
  readonly name: string
}

const columns: readonly Column<Row>[] = [
  { key: 'number', label: say.merchantId, format: 'text' },
  { key: 'name', label: say.merchantName, format: 'text' },
]

interface MerchantListProps {
  /** Undefined while loading. */
  readonly merchants: readonly SignedUpMerchant[] | undefined
  readonly limit: number
  readonly onShow: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

const NONE = say.thereIsNoMerchantInList

export function MerchantList({ merchants, limit, onShow, onRemove }: MerchantListProps) {
  const areLocked = useAreDraftsLocked()
  const [removing, setRemoving] = useState<'all' | Row>()
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
  const busy = saving ? say.fileIsBeingMade : undefined
  const codes = (
    <Button size="small" icon={<QrIcon aria-hidden />} pending={saving === 'codes'} disabledReason={none}>
      {say.allQrCodes}
    </Button>
  )
  return (
    <Panel
      title={
        <>
          {say.downloadInformation}
          {rows && rows.length > 0 && (
            <span className="ms-2 text-sm font-normal text-muted max-sm:ms-0 max-sm:block">
              {say.countOfLimit(rows.length, limit)}
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
            {say.download}
          </Button>
          {none === undefined ? (
            <Menu
              trigger={codes}
              label={say.allQrCodes}
              items={[
                {
                  label: say.counterSheetsInOnePdf,
                  icon: <Printer aria-hidden />,
                  onSelect: () => void save('codes', saveSheets),
                  disabledReason: busy,
                },
                {
                  label: say.picturesInZipPngAndSvg,
                  icon: <FileArchive aria-hidden />,
                  onSelect: () => void save('codes', savePictures),
                  disabledReason: busy,
                },
              ]}
            />
          ) : (
            codes
          )}
          <Button size="small" icon={<Trash2 aria-hidden />} disabledReason={none} onClick={() => setRemoving('all')}>
            {say.clear}
          </Button>
        </>
      }
    >
      <DataTable
        caption={say.merchantInformation}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={(row) => (
          <>
            <Button
              size="small"
              icon={<QrIcon aria-hidden />}
              aria-label={say.qrCodeOfNameNumberWord(row.name, row.number)}
              onClick={() => onShow(row.id)}
            >
              {say.qrCode}
            </Button>
            <Button
              size="small"
              aria-label={say.removeNameNumberWord(row.name, row.number)}
              onClick={() => setRemoving(row)}
            >
              {say.remove}
            </Button>
          </>
        )}
        empty={
          <EmptyState icon={Store} title={areLocked ? say.listIsLocked : say.noMerchantsYet}>
            {areLocked ? say.listOpensWhenServerAnswers : say.whatListHolds}
          </EmptyState>
        }
      />
      {removing !== undefined && rows && (
        <ConfirmDialog
          open
          title={say.clearMerchantInformation}
          effect={removing === 'all' ? say.removeTheseItems : say.removeThisItem}
          confirmLabel={removing === 'all' ? say.clear : say.remove}
          danger
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => {
            onRemove(removing === 'all' ? rows.map(({ id }) => id) : [removing.id])
            setRemoving(undefined)
          }}
        >
          <p>
            {removing === 'all'
              ? say.codesGoOnWorking(rows.length)
              : say.codeGoesOnWorking(removing.name, removing.number)}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
