// One fix for many rows, shown before it is done: each row as it is and as it would be. Undo takes all of it back.
import { useMemo, useRef, useState } from 'react'
import { counted } from '#words/figures.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { fieldFault, type RowField } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { findingWords, type RowKind } from '#domain/rows/kind.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { idsWith } from '#rows/edits.ts'
import type { MendableFault } from '#domain/rows/value-fixes.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { rowToLine, shownValue } from './words.ts'

export type BulkFix =
  | 'strip'
  | 'rewrite'
  | 'plainAmount'
  | 'decimalPoint'
  | 'oneLine'
  | 'plain'
  | 'code'
  | 'removeCopies'
  | 'removeCopied'
  | 'removeListed'
  | 'removeSame'
  | 'removeFaulty'
  | 'removeThese'
  | 'removeRepeated'
  | 'setAll'
  | 'takeAll'
  | 'takeShown'

/** The fix that is asked for; `finding`: that whose rows it is for, where it is not for all. */
export interface WantedFix {
  readonly fix: BulkFix
  readonly finding?: Finding
}

interface BulkFixDialogProps {
  readonly opened: OpenRows
  readonly wanted: WantedFix
  readonly onClose: () => void
}

export function BulkFixDialog({ opened, wanted: { fix, finding }, onClose }: BulkFixDialogProps) {
  const { rows, edits } = opened
  const kind = rows.kind()
  const [text, setText] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const field = finding && kind.field(finding.field)
  const fault = field && fieldFault(field, text.trim())
  const after = fault || !field ? '—' : shownValue(field, text.trim())
  const plan = useMemo(() => {
    const mends = mendBy[fix]
    if (mends) {
      return edits.previewMend(mends).map(({ id, rowNumber, field: name, before, after: mended }) => {
        const about = kind.field(name)
        const shown = (value: string) => (about ? shownValue(about, value) : value)
        const then = shown(mended)
        // Without the groups that are made for reading, which look like the spaces that go.
        return { id, rowNumber, before: shown(before), after: fix === 'strip' ? then.replaceAll(' ', '') : then }
      })
    }
    const ids =
      fix === 'removeCopies' || fix === 'removeCopied'
        ? edits.laterCopies()
        : finding === undefined
          ? edits.faulty()
          : idsWith(rows, finding)
    return ids.map((id) => {
      const row = rows.row(id)
      const { rowNumber, values } = row
      const line = { id, rowNumber, before: rowToLine(kind, row) }
      if (fix === 'takeAll') return { ...line, after: field?.value === 'money' ? (field.whenEmpty ?? '—') : '—' }
      if (fix !== 'takeShown') return { ...line, after: fix === 'setAll' ? after : 'removed' }
      return {
        ...line,
        before: Object.values(values).filter(Boolean).map(maskCardNumbers).join(', '),
        after: line.before,
      }
    })
  }, [rows, edits, kind, fix, finding, field, after])
  const count = counted(plan.length, 'row', 'rows')
  const { title, effect, verb } = words(fix, field?.label ?? 'Value')

  const apply = () => {
    setIsAsked(true)
    const mends = mendBy[fix]
    const ids = plan.map(({ id }) => id)
    if (fix === 'setAll') {
      if (fault || !field) return
      edits.setAll(ids, field, text.trim())
    } else if (mends) edits.mend(mends)
    else if (fix === 'takeAll' && field) edits.setAll(ids, field, '')
    else if (fix === 'takeShown') edits.takeShown(ids)
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
      {...(fix === 'setAll' ? { initialFocus: input } : {})}
    >
      {fix === 'setAll' && field && (
        <TextField
          ref={input}
          label={`${field.label} for each of them`}
          inputMode={field.value === 'money' ? 'decimal' : 'text'}
          className="mb-4 max-w-60"
          autoComplete="off"
          value={text}
          error={isAsked && fault ? wrongValue(kind, field, fault, text.trim()) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <ChangesTable changes={plan} />
    </ConfirmDialog>
  )
}

// An amount is told by an example, whatever is wrong with the one that was typed.
const wrongValue = (kind: RowKind, field: RowField, code: string, value: string): string =>
  field.value === 'money'
    ? 'Enter an amount above zero, such as 12.50.'
    : findingWords(kind, { code, field: field.name }, { values: { [field.name]: value }, fieldCount: 1 })

/** The fixes that write a value in its own form. */
const mendBy: Readonly<Partial<Record<BulkFix, MendableFault>>> = {
  strip: 'identifierSpaced',
  rewrite: 'dateOtherForm',
  plainAmount: 'amountWithCurrency',
  decimalPoint: 'amountOtherForm',
  oneLine: 'textUnseen',
  plain: 'textUnprintable',
  code: 'textOtherForm',
}

interface FixWords {
  readonly title: (rows: string) => string
  readonly effect: string
  readonly verb: (rows: string) => string
}

const words = (fix: BulkFix, label: string): FixWords => ({
  ...fixWords[fix],
  ...(fix === 'setAll' && setWords(label)),
  ...(fix === 'removeCopied' && copiedWords(label.toLowerCase())),
})

const setWords = (label: string): FixWords => ({
  title: (rows) => `Set the ${label.toLowerCase()} of ${rows}`,
  effect: `What stands there now gives way to one ${label.toLowerCase()}. It can be undone.`,
  verb: (rows) => `Set ${rows}`,
})

const copiedWords = (what: string): FixWords => ({
  title: (rows) => `Remove ${rows} with a ${what} again`,
  effect: `The first row of each ${what} stays; the later ones are removed. It can be undone.`,
  verb: (rows) => `Remove ${rows}`,
})

const fixWords: Readonly<Record<BulkFix, FixWords>> = {
  strip: {
    title: (rows) => `Strip spaces and dashes from ${rows}`,
    effect: 'Only spaces and dashes between digits go; no digit is changed. It can be undone.',
    verb: (rows) => `Strip ${rows}`,
  },
  rewrite: {
    title: (rows) => `Write the date of ${rows} as year-month-day`,
    effect: 'Each date stays the same day and is written in the form the system reads. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  plainAmount: {
    title: (rows) => `Write the amounts of ${rows} without the currency`,
    effect: 'Each amount stays the same; what stands beside it goes. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  decimalPoint: {
    title: (rows) => `Write the amounts of ${rows} with a decimal point`,
    effect:
      'Look at what each amount would be: the other separators are read as they are usually meant. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  oneLine: {
    title: (rows) => `Write ${rows} on one line`,
    effect: 'A space takes the place of each line end, and what cannot be seen goes. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  plain: {
    title: (rows) => `Write ${rows} in plain letters`,
    effect: 'Letters lose their accents; each name stays as it is read. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  code: {
    title: (rows) => `Write the codes of ${rows} in the form that is asked for`,
    effect: 'Each code stays the same one: a currency by its digits, a country by its three letters. It can be undone.',
    verb: (rows) => `Rewrite ${rows}`,
  },
  removeCopies: {
    title: (rows) => `Remove ${rows} naming a card again`,
    effect: 'The first row of each card stays, with its amount; the later ones are removed. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeCopied: copiedWords('value'),
  removeListed: {
    title: (rows) => `Remove ${rows} found in the list already`,
    effect: 'They stay in the list and leave this file. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeSame: {
    title: (rows) => `Remove ${rows} that say the same as an earlier one`,
    effect: 'The earlier row stays. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeFaulty: {
    title: (rows) => `Remove ${rows} with errors`,
    effect: 'They will not be submitted. Save them as CSV first if you need them later. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeThese: {
    title: (rows) => `Remove these ${rows}`,
    effect: 'They will not be submitted. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  removeRepeated: {
    title: (rows) => `Remove ${rows} found in another batch too`,
    effect: 'They stay in that batch and leave this one. It can be undone.',
    verb: (rows) => `Remove ${rows}`,
  },
  setAll: setWords('value'),
  takeAll: {
    title: (rows) => `Take all that the cards of ${rows} hold`,
    effect: 'The amounts are removed, so that nothing is left on the cards. It can be undone.',
    verb: (rows) => `Take all of ${rows}`,
  },
  takeShown: {
    title: (rows) => `Keep the card and the amount of ${rows}`,
    effect: 'The other fields of these rows are left out. It can be undone.',
    verb: (rows) => `Mend ${rows}`,
  },
}
