// The dialog with all details of a chargeback.
import { FileDown } from 'lucide-react'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import * as say from '#words/pages/reports/chargeback.ts'
import { type ChargebackRow, type ChargebackTable, toDetails } from './table.ts'

interface ChargebackDetailsProps {
  readonly table: ChargebackTable
  readonly row: ChargebackRow
  readonly onPdf: () => void
  /** True while the PDF is being generated. */
  readonly pending: boolean
  readonly onClose: () => void
}

export function ChargebackDetails({ table, row, onPdf, pending, onClose }: ChargebackDetailsProps) {
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={say.chargebackKey(row.key)}
      footer={
        <>
          <Button onClick={onClose}>{say.close}</Button>
          <Button icon={<FileDown aria-hidden />} pending={pending} onClick={onPdf}>
            {say.downloadPdf}
          </Button>
        </>
      }
    >
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div role="group" aria-label={say.details} tabIndex={0} className="grid gap-6 rounded-sm">
        {toDetails(table, row).map(({ title, facts }) => (
          <section key={title} aria-label={title} className="grid gap-2">
            <h3 className="border-b border-line pb-1 font-semibold">{title}</h3>
            <Facts
              facts={facts.map(([label, value]) => ({ label, value: value === '' ? '–' : <Lines text={value} /> }))}
            />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** A text with its line breaks. */
const Lines = ({ text }: { readonly text: string }) => <span className="whitespace-pre-line">{text}</span>
