// The dialog with all details of a chargeback.
import { m } from '#words/messages.js'
import { FileDown } from 'lucide-react'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
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
      title={m.reports_chargebackNumber({ number: row.key })}
      footer={
        <>
          <Button onClick={onClose}>{m.common_close()}</Button>
          <Button icon={<FileDown aria-hidden />} pending={pending} onClick={onPdf}>
            {m.reports_downloadPdf()}
          </Button>
        </>
      }
    >
      {/* The group can have the focus, so that users can scroll by keyboard. */}
      <div role="group" aria-label={m.common_details()} tabIndex={0} className="grid gap-6 rounded-sm">
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
