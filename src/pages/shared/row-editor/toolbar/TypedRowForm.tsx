// A form for one row that the user types. Several lines can be pasted into any of its fields. Each row is checked like
// a row of a file, with the same messages. Unfinished input survives a reload.
import { m } from '#words/messages.js'
import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type RowRules, toRowType } from '#domain/row-types.ts'
import type { RowField } from '#domain/rows/fields.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import { emptyRequiredFields, type TypedTexts, typedRowErrors, typedTextsToRow } from '#domain/rows/typed-row.ts'
import { typedRowState } from '#flows/typed-row.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { giveFocus } from '#ui/focus.ts'

interface TypedRowFormProps {
  /** The row type and its check options. */
  readonly rules: RowRules
  /** Why no row can be added yet. */
  readonly blockedReason: string | undefined
  /** Receives the row; returns true if it was accepted. */
  readonly onAdd: (row: CheckedRow) => boolean
  /** Receives pasted lines unchanged. */
  readonly onPaste: (text: string) => void
  readonly hasTitle?: boolean
}

const NO_TEXTS: TypedTexts = {}

export function TypedRowForm({ rules, blockedReason, onAdd, onPaste, hasTitle = true }: TypedRowFormProps) {
  const rowType = useMemo(() => toRowType(rules), [rules])
  const texts = typedRowState.use().state[rowType.name] ?? NO_TEXTS
  const setTexts = (next: TypedTexts) => typedRowState.change({ [rowType.name]: next })
  const [showsErrors, setShowsErrors] = useState(false)
  const firstInput = useRef<HTMLInputElement>(null)
  const fieldList = useRef<HTMLDivElement>(null)
  // When the form opens, it can already have texts: the user typed them earlier, or followed a link on a card's page.
  // Then the first empty field gets the focus.
  const hasTexts = Object.values(texts).some((text) => text !== '')
  const [firstEmptyField] = emptyRequiredFields(rowType, texts)
  const fieldToResume = useRef(hasTexts ? firstEmptyField?.name : undefined)
  useEffect(() => {
    if (fieldToResume.current !== undefined)
      giveFocus(fieldList.current?.querySelector<HTMLElement>(`[name="${fieldToResume.current}"]`))
  }, [])
  const errors = typedRowErrors(rowType, texts)
  const hasErrors = Object.keys(errors).length > 0

  const add = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (hasErrors) return
    const isAccepted = onAdd(typedTextsToRow(rowType, texts))
    if (!isAccepted) return
    setTexts(NO_TEXTS)
    setShowsErrors(false)
    giveFocus(firstInput.current)
  }
  // A single-line field would join several pasted lines.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const hasSeveralCells = /[\t\n]/.test(text.trim())
    if (!hasSeveralCells) return
    event.preventDefault()
    onPaste(text)
  }
  const form = (
    <form onSubmit={add} onPaste={paste} className="grid gap-2" noValidate>
      <div ref={fieldList} className="flex flex-wrap items-start gap-3">
        {rowType.activeFields.map((field, index) => (
          <TextField
            key={field.name}
            {...(index === 0 && { ref: firstInput })}
            name={field.name}
            label={fieldLabel(field)}
            inputMode={inputModes[field.value]}
            className="min-w-40 flex-1"
            autoComplete="off"
            maxLength={field.maxLength}
            placeholder={field.placeholder}
            value={texts[field.name] ?? ''}
            error={showsErrors ? errors[field.name] : undefined}
            onChange={({ target }) => setTexts({ ...typedRowState.get()[rowType.name], [field.name]: target.value })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{m.rows_pasteRowsHint()}</p>
        <Button type="submit" icon={<Plus aria-hidden />} disabledReason={blockedReason}>
          {m.rows_addRow()}
        </Button>
      </div>
    </form>
  )
  return hasTitle ? <Panel title={m.rows_typeOrPasteRows()}>{form}</Panel> : form
}

function fieldLabel(field: RowField): string {
  const { label } = field
  const whenEmpty = field.value === 'money' ? field.whenEmpty : undefined
  return whenEmpty === undefined ? label : m.rows_labelBlankWhenEmpty({ label, whenEmpty })
}

const inputModes = { identifier: 'numeric', money: 'decimal', date: 'text', text: 'text', list: 'text' } as const
