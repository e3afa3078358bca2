// One fix for many rows, shown before it is done: each row as it is and as it would be. Undo takes all of it back.
import { useMemo, useRef, useState } from 'react'
import type { FindingCode } from '#domain/batch/findings.ts'
import { centsToText, textToCents } from '#domain/money.ts'
import type { OpenRows } from '#flows/batch.ts'
import { idsWith } from '#flows/batch-row-edits.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { shownAmount, shownIdentifier } from './words.ts'

export type BulkFix = 'strip' | 'removeCopies' | 'removeFaulty' | 'removeRepeated' | 'setAmount'

/** The fix that is asked for; `code`: the finding whose rows it is for, where it is not for one alone. */
export interface WantedFix {
  readonly fix: BulkFix
  readonly code?: FindingCode
}

interface BulkFixDialogProps {
  readonly opened: OpenRows
  readonly wanted: WantedFix
  readonly onClose: () => void
}

export function BulkFixDialog({ opened, wanted: { fix, code }, onClose }: BulkFixDialogProps) {
  const { rows, edits } = opened
  const { identifierType } = rows.rules()
  const [amount, setAmount] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const read = textToCents(amount)
  const after = typeof read === 'string' ? '—' : centsToText(read)
  const plan = useMemo(() => {
    if (fix === 'strip') {
      return edits.previewStrip().map((preview) => {
        const row = rows.row(preview.id)
        const stripped = { ...row, identifier: preview.after }
        return {
          id: preview.id,
          rowNumber: preview.rowNumber,
          before: shownIdentifier(row, identifierType),
          // Without the groups that are made for reading, which look like the spaces that go.
          after: shownIdentifier(stripped, identifierType).replaceAll(' ', ''),
        }
      })
    }
    const ids = fix === 'removeCopies' ? edits.laterCopies() : code === undefined ? edits.faulty() : idsWith(rows, code)
    return ids.map((id) => {
      const row = rows.row(id)
      const before = `${shownIdentifier(row, identifierType)}, ${shownAmount(row)}`
      return { id, rowNumber: row.rowNumber, before, after: fix === 'setAmount' ? after : 'removed' }
    })
  }, [rows, edits, fix, code, identifierType, after])
  const count = `${plan.length.toLocaleString('en')} ${plan.length === 1 ? 'row' : 'rows'}`
  const { title, effect, verb } = words[fix]

  const apply = () => {
    setIsAsked(true)
    const ids = plan.map(({ id }) => id)
    if (fix === 'setAmount') {
      if (typeof read === 'string') return
      edits.setAmount(ids, amount.trim())
    } else if (fix === 'strip') edits.strip()
    else edits.remove(ids)
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
      // It can be undone: the focus is on the amount, and Enter sets it.
      submitOnEnter
      {...(fix === 'setAmount' ? { initialFocus: field } : {})}
    >
      {fix === 'setAmount' && (
        <TextField
          ref={field}
          label="Amount for each of them"
          inputMode="decimal"
          className="mb-4 max-w-60"
          autoComplete="off"
          value={amount}
          error={isAsked && typeof read === 'string' ? 'Enter an amount above zero, such as 12.50.' : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <ChangesTable changes={plan} />
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
    title: (rows) => `Remove ${rows} naming a card again`,
    effect: 'The first row of each card stays, with its amount; the later ones are removed. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeFaulty: {
    title: (rows) => `Remove ${rows} with errors`,
    effect: 'They will not be submitted. Save them as CSV first if you mean to load them later. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeRepeated: {
    title: (rows) => `Remove ${rows} found in another batch too`,
    effect: 'They stay in that batch and leave this one. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  setAmount: {
    title: (rows) => `Set the amount of ${rows}`,
    effect: 'What stands there now gives way to one amount. It can be undone.',
    verb: (rows) => `Set ${rows}`,
  },
}
