// A form for one row, generated from the row type: each value has a field with label, placeholder and maximum length. A
// field shows its error after the user has left it. Closing the form keeps the input. 'Add and another' keeps the form
// open, for users who type many rows.
import { m } from '#words/messages.js'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { RowField } from '#domain/rows/fields.ts'
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import {
  emptyRequiredFields,
  type TypedTexts,
  typedRowErrors,
  typedTextsToRow,
  typedTextToValue,
} from '#domain/rows/typed-row.ts'
import { typedRowState } from '#flows/typed-row.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { inSentence, listAnd } from '#words/figures.ts'

interface RowFormDialogProps<Name extends string> {
  readonly rowType: RowType<Name>
  /** 'Add a single card'. */
  readonly title: string
  /** 'Add Card Order'. */
  readonly addLabel: string
  /** Receives a row without errors. Returns the reason if the row was not accepted, otherwise undefined. */
  readonly onAdd: (row: CheckedRow<Name>) => string | undefined | Promise<string | undefined>
  readonly onClose: () => void
}

const NO_TEXTS: TypedTexts = {}

export function RowFormDialog<Name extends string>(props: RowFormDialogProps<Name>) {
  const { rowType, title, addLabel, onAdd, onClose } = props
  const texts = typedRowState.use().state[rowType.name] ?? NO_TEXTS
  /** True if the form was opened with input of an earlier visit, until the user clears this input. */
  const [hadInput, setHadInput] = useState(() => Object.values(texts).some((text) => text !== ''))
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<string>>(new Set())
  /** By field name: how the form has rewritten the typed text, or how much of a pasted text did not fit. */
  const [fieldNotes, setFieldNotes] = useState<TypedTexts>({})
  const [message, setMessage] = useState<{ readonly kind: 'info' | 'critical'; readonly text: string }>()
  const [isAdding, setIsAdding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  const errors = typedRowErrors(rowType, texts)
  const emptyFields = emptyRequiredFields(rowType, texts)
  /** The error of a field that the user has left. */
  const shownErrorOf = ({ name }: RowField) => (visitedFields.has(name) ? errors[name] : undefined)
  const hintOf = (field: RowField) => {
    const note = fieldNotes[field.name]
    if (note !== undefined) return note
    // The error takes the place of the hint.
    return shownErrorOf(field) === undefined ? fieldHint(field, texts[field.name] ?? '') : undefined
  }
  const blockedReason = emptyFieldsText(emptyFields)

  const setTexts = (next: TypedTexts) => typedRowState.change({ [rowType.name]: next })
  // Moving the focus in code can blur a field before its change is rendered, so this reads the newest values.
  const currentTexts = () => typedRowState.get()[rowType.name] ?? NO_TEXTS
  const addNote = (field: RowField, text: string) => setFieldNotes((before) => ({ ...before, [field.name]: text }))
  const changeText = (field: RowField, text: string) => {
    setTexts({ ...currentTexts(), [field.name]: text })
    // The note that pasted text did not fit stays while the field is full.
    const isFull = text.length >= (field.maxLength ?? Infinity)
    if (!isFull) setFieldNotes((before) => withoutField(before, field.name))
  }
  const clear = () => {
    setTexts(NO_TEXTS)
    setVisitedFields(new Set())
    setFieldNotes({})
    setHadInput(false)
    firstField()?.focus()
  }
  const firstField = () => form.current?.querySelector('input')
  const leaveField = (field: RowField) => {
    const text = currentTexts()[field.name] ?? ''
    const value = typedTextToValue(field, text)
    // While the user only tabs through empty fields, no errors are shown.
    setVisitedFields((before) => {
      const hasBegun = text !== '' || before.size > 0
      return hasBegun ? new Set([...before, field.name]) : before
    })
    if (value === text) return
    setTexts({ ...currentTexts(), [field.name]: value })
    const note = changeNote(field, text, value)
    if (note !== undefined) addNote(field, note)
  }
  // Browsers silently truncate pasted text at the field's maximum length, so the form says how much did not fit.
  const noteExcess = (field: RowField, event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const pastedText = event.clipboardData.getData('text/plain')
    // The pasted text replaces the selection.
    const selectedLength = (selectionEnd ?? value.length) - (selectionStart ?? value.length)
    const newLength = value.length - selectedLength + pastedText.length
    const excess = newLength - (field.maxLength ?? Infinity)
    if (excess > 0) addNote(field, excessNote(field, excess))
  }

  const add = async ({ keepsOpen }: { readonly keepsOpen: boolean }) => {
    if (isAdding || blockedReason !== undefined) return
    if (Object.keys(errors).length > 0) {
      setVisitedFields(new Set(rowType.activeFields.map(({ name }) => name)))
      const firstErrorIndex = rowType.activeFields.findIndex(({ name }) => errors[name] !== undefined)
      form.current?.querySelectorAll('input')[firstErrorIndex]?.focus()
      return
    }
    const row = typedTextsToRow(rowType, texts)
    setIsAdding(true)
    try {
      const refusal = await onAdd(row)
      if (refusal !== undefined) setMessage({ kind: 'critical', text: refusal })
      else if (keepsOpen) {
        clear()
        setMessage({ kind: 'info', text: m.rows_addedEnterNextOne({ rowName: rowName(rowType, row) }) })
      } else {
        setTexts(NO_TEXTS)
        onClose()
      }
    } finally {
      setIsAdding(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add({ keepsOpen: false })
  }
  const addOnShiftEnter = (event: KeyboardEvent) => {
    const isShiftEnter = event.key === 'Enter' && event.shiftKey
    // An input method uses Enter to accept a word.
    if (!isShiftEnter || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.repeat) void add({ keepsOpen: true })
  }

  return (
    <Dialog
      open
      size="wide"
      title={title}
      onClose={onClose}
      locked={isAdding}
      // Closing loses nothing: the input is restored when the form opens again.
      transient
      footer={
        <>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button disabledReason={blockedReason} pending={isAdding} onClick={() => void add({ keepsOpen: true })}>
            {m.rows_addAndAnother()}
          </Button>
          <Button type="submit" form={formId} kind="primary" disabledReason={blockedReason} pending={isAdding}>
            {addLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} onKeyDown={addOnShiftEnter} className="grid gap-4">
        {message && <Banner kind={message.kind} title={message.text} />}
        {hadInput && !message && (
          <Banner
            title={m.rows_earlierInputIsKept()}
            actions={
              <Button size="small" onClick={clear}>
                {m.rows_clearAll()}
              </Button>
            }
          />
        )}
        <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
          {rowType.activeFields.map((field) => (
            <TextField
              key={field.name}
              label={field.label}
              optional={field.use === 'optional'}
              className={cx(field.value === 'list' && 'sm:col-span-2')}
              inputMode={inputModes[field.value]}
              figures={field.value === 'money' || field.value === 'identifier'}
              autoComplete="off"
              aria-required={field.use === 'required'}
              maxLength={field.maxLength}
              placeholder={field.placeholder}
              value={texts[field.name] ?? ''}
              hint={hintOf(field)}
              error={shownErrorOf(field)}
              onChange={({ target }) => changeText(field, target.value)}
              onPaste={(event) => noteExcess(field, event)}
              onBlur={() => leaveField(field)}
            />
          ))}
        </div>
        <p className="text-sm text-muted max-sm:hidden">
          <KeyHint keys={m.rows_enter()} /> {m.rows_adds()} <KeyHint keys={m.rows_shiftEnter()} />{' '}
          {m.rows_addsAndKeepsFormOpen()}
        </p>
      </form>
    </Dialog>
  )
}

const inputModes = { identifier: 'numeric', money: 'decimal', date: 'text', text: 'text', list: 'text' } as const

function fieldHint(field: RowField, text: string): string | undefined {
  switch (field.value) {
    case 'text': {
      const willLoseCommas = field.stripsCommas && text.includes(',')
      return willLoseCommas ? m.rows_commasWillBeLeftOut() : undefined
    }
    case 'list':
      return m.rows_separateSeveral()
    case 'money':
      if (field.whenEmpty !== undefined) return m.rows_blankWhenEmpty({ whenEmpty: field.whenEmpty })
      return field.isWholeNumber ? m.rows_withoutCents() : undefined
    case 'identifier':
    case 'date':
      return undefined
  }
}

/** Says how the form has rewritten the typed text; undefined if the user need not know. */
function changeNote(field: RowField, typedText: string, newText: string): string | undefined {
  if (field.value === 'date') return m.rows_writtenAs({ after: newText })
  const hasLostCommas = typedText.includes(',') && !newText.includes(',')
  return hasLostCommas ? m.rows_commasWereRemoved() : undefined
}

const excessNote = ({ maxLength = 0 }: RowField, excess: number): string =>
  m.rows_onlyCharactersFit({ maxLength, over: excess })

function emptyFieldsText(fields: readonly RowField[]): string | undefined {
  if (fields.length === 0) return undefined
  return m.rows_enterFirst({ fields: listAnd(fields.map(({ label }) => inSentence(label))) })
}

/** The values of the required fields, which identify an added row. */
function rowName<Name extends string>({ activeFields }: RowType<Name>, { values }: CheckedRow<Name>): string {
  const requiredFields = activeFields.filter(({ use }) => use === 'required')
  const texts = requiredFields.map(({ name }) => values[name])
  return texts.filter((text) => text !== '').join(' ')
}

const withoutField = (texts: TypedTexts, name: string): TypedTexts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key !== name))
