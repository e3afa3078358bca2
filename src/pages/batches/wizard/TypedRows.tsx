// A row typed by hand, for a single card; or several lines pasted into the first field. Each is checked as a row of a file is,
// by the same words.
import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { findingKinds, setToFindings } from '#domain/batch/findings.ts'
import type { BatchKind } from '#domain/batch/kinds.ts'
import { checkRow } from '#domain/batch/rows.ts'
import { type IdentifierType, identifierKinds } from '#domain/cards/identifiers.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/TextField.tsx'

interface TypedRowsProps {
  readonly kind: BatchKind
  readonly identifierType: IdentifierType
  /** Why no row is taken yet. */
  readonly barred: string | undefined
  /** Gets the row as a line of a file, or the pasted lines as they are; tells whether they were taken. */
  readonly onAdd: (text: string) => boolean | Promise<boolean>
  readonly titled?: boolean
}

const empty = { identifier: '', identifierTo: '', amountText: '' }

export function TypedRows({ kind, identifierType, barred, onAdd, titled = true }: TypedRowsProps) {
  const [row, setRow] = useState(empty)
  const [isAsked, setIsAsked] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const { label } = identifierKinds[identifierType]
  const wrong = isAsked ? rowToErrors(row, kind, identifierType) : {}
  const field = (key: keyof typeof empty) => ({
    value: row[key],
    autoComplete: 'off',
    className: 'min-w-44 flex-1',
    onChange: (event: { target: { value: string } }) => setRow((before) => ({ ...before, [key]: event.target.value })),
  })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    if (barred === undefined && Object.keys(rowToErrors(row, kind, identifierType)).length > 0) return
    if (!(await onAdd(rowToLine(row, kind)))) return
    setRow(empty)
    setIsAsked(false)
    first.current?.focus()
  }
  // Several lines in a field of one line would run together.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    void onAdd(text)
  }
  const form = (
    <form onSubmit={(event) => void add(event)} onPaste={paste} className="grid gap-2" noValidate>
      <div className="flex flex-wrap items-start gap-3">
        <TextField ref={first} label={label} inputMode="numeric" error={wrong.identifier} {...field('identifier')} />
        {kind.needsTarget && (
          <TextField
            label={`Target ${label}`}
            inputMode="numeric"
            error={wrong.identifierTo}
            {...field('identifierTo')}
          />
        )}
        {kind.amount !== 'none' && (
          <TextField
            label={kind.amount === 'optional' ? 'Amount (empty: all it holds)' : 'Amount'}
            inputMode="decimal"
            error={wrong.amount}
            {...field('amountText')}
          />
        )}
        <Button type="submit" className="mt-6" icon={<Plus aria-hidden />} disabledReason={barred}>
          Add row
        </Button>
      </div>
      <p className="text-sm text-muted">Rows copied in a spreadsheet can be pasted here as they are.</p>
    </form>
  )
  return titled ? <Panel title="One card, or rows pasted">{form}</Panel> : form
}

type Errors = { identifier?: string; identifierTo?: string; amount?: string }

function rowToErrors(row: typeof empty, kind: BatchKind, identifierType: IdentifierType): Errors {
  const { label, length } = identifierKinds[identifierType]
  const trimmed = {
    identifier: row.identifier.trim(),
    identifierTo: row.identifierTo.trim(),
    amountText: row.amountText.trim(),
  }
  const checked = checkRow({ rowNumber: 1, fieldCount: 2, ...trimmed }, { type: kind.type, identifierType })
  const errors: Errors = {}
  for (const code of setToFindings(checked.findings)) {
    const { cell, words } = findingKinds[code]
    errors[cell === 'row' ? 'identifier' : cell] ??= words({
      ...checked,
      type: kind.type,
      identifierLabel: label,
      identifierLength: length,
      // Nothing can be removed that is not there yet.
    }).replace(/,? or remove the row/, '')
  }
  return errors
}

// Thousands separated by commas would be two fields of a line.
function rowToLine({ identifier, identifierTo, amountText }: typeof empty, kind: BatchKind): string {
  const fields = [
    identifier.trim(),
    ...(kind.needsTarget ? [identifierTo.trim()] : []),
    ...(kind.amount === 'none' ? [] : [amountText.trim().replaceAll(',', '')]),
  ]
  return `${fields.join(',')}\n`
}
