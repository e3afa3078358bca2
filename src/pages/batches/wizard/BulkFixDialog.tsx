// One fix for many rows, shown before it is done: each row as it is and as it would be. Undo takes all of it back.
import { useMemo } from 'react'
import type { OpenRows } from '#flows/batch.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { shownAmount, shownIdentifier } from './words.ts'

export type BulkFix = 'strip' | 'removeCopies' | 'removeFaulty'

interface BulkFixDialogProps {
  readonly opened: OpenRows
  readonly fix: BulkFix
  readonly onClose: () => void
}

/** Rows shown of the preview; the rest is counted. */
const SHOWN = 50

export function BulkFixDialog({ opened, fix, onClose }: BulkFixDialogProps) {
  const { rows, edits } = opened
  const { identifierType } = rows.rules()
  const plan = useMemo(() => {
    if (fix === 'strip') {
      return edits.previewStrip().map(({ id, rowNumber, after }) => {
        const row = rows.row(id)
        return {
          id,
          rowNumber,
          before: shownIdentifier(row, identifierType),
          after: shownIdentifier({ ...row, identifier: after }, identifierType),
        }
      })
    }
    return (fix === 'removeCopies' ? edits.laterCopies() : edits.faulty()).map((id) => {
      const row = rows.row(id)
      return {
        id,
        rowNumber: row.rowNumber,
        before: `${shownIdentifier(row, identifierType)}, ${shownAmount(row)}`,
        after: 'removed',
      }
    })
  }, [rows, edits, fix, identifierType])
  const count = `${plan.length.toLocaleString('en')} ${plan.length === 1 ? 'row' : 'rows'}`
  const { title, effect, verb } = words[fix]

  const apply = () => {
    if (fix === 'strip') edits.strip()
    else edits.remove(plan.map(({ id }) => id))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      size="wide"
      title={title(count)}
      effect={effect}
      confirmLabel={verb(count)}
      onConfirm={apply}
      onCancel={onClose}
    >
      <table className="w-full text-sm">
        <thead className="text-left text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 text-right font-medium">
              Row
            </th>
            <th scope="col" className="py-1 pr-4 font-medium">
              Now
            </th>
            <th scope="col" className="py-1 font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.slice(0, SHOWN).map((row) => (
            <tr key={row.id} className="figures border-t border-line">
              <td className="py-1 pr-4 text-right text-muted">{row.rowNumber}</td>
              <td className="py-1 pr-4 whitespace-pre">{row.before}</td>
              <td className="py-1">{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.length > SHOWN && (
        <p className="mt-2 text-sm text-muted">and {(plan.length - SHOWN).toLocaleString('en')} more alike.</p>
      )}
    </ConfirmDialog>
  )
}

const words: Readonly<
  Record<BulkFix, { title: (rows: string) => string; effect: string; verb: (rows: string) => string }>
> = {
  strip: {
    title: (rows) => `Strip spaces and dashes from ${rows}`,
    effect: 'Only spaces and dashes between digits go; no digit is changed. It can be undone.',
    verb: (rows) => `Strip ${rows}`,
  },
  removeCopies: {
    title: (rows) => `Remove ${rows} that name a card again`,
    effect: 'The first row of each card stays, with its amount; the later ones are removed. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeFaulty: {
    title: (rows) => `Remove ${rows} with errors`,
    effect: 'They will not be submitted. Save them as CSV first if you mean to load them later. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
}
