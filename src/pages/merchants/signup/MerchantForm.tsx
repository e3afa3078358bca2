// The form of Merchant Sign Up: six fields with their rules, Generate and Clear.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { type MerchantEntry, type MerchantFieldName, merchantFields } from '#domain/merchants/entry.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Combobox } from '#ui/forms/Combobox.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { type CodeLists, isCodeField, useCodeLists } from './useCodeLists.ts'
import { fieldHint, fieldError, toDisabledReason, describeUnprintable } from './words.ts'

interface MerchantFormProps {
  readonly entry: MerchantEntry
  readonly onChange: (change: Partial<MerchantEntry>) => void
  readonly onGenerate: () => void
  readonly onClear: () => void
  readonly pending: boolean
  /** Why no merchant can be signed up now, regardless of the form. */
  readonly blockedReason: string | undefined
}

export function MerchantForm({ entry, onChange, onGenerate, onClear, pending, blockedReason }: MerchantFormProps) {
  const lists = useCodeLists()
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<MerchantFieldName>>(new Set())
  const isEmpty = merchantFields.every(({ name }) => entry[name] === '')
  // In an empty form (after Clear or a sign-up) no field counts as visited, so the form shows no errors.
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (wasEmpty !== isEmpty) {
    setWasEmpty(isEmpty)
    if (isEmpty) setVisitedFields(new Set())
  }
  const disabledReason = blockedReason ?? toDisabledReason(entry, lists)
  const showsReason = disabledReason !== undefined && !isEmpty
  const addVisited = (name: MerchantFieldName) => setVisitedFields((fields) => new Set([...fields, name]))
  const removeVisited = (name: MerchantFieldName) =>
    setVisitedFields((fields) => new Set([...fields].filter((field) => field !== name)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setVisitedFields(new Set())
    onGenerate()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {merchantFields.map(({ name }) => (
          <FormField
            key={name}
            name={name}
            value={entry[name]}
            lists={lists}
            isVisited={visitedFields.has(name)}
            onChange={(value) => onChange({ [name]: value })}
            onLeave={() => addVisited(name)}
            // No error is shown while the user is still typing.
            onEdit={() => removeVisited(name)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" pending={pending} disabledReason={disabledReason}>
          {m.merchants_generate()}
        </Button>
        <Button
          disabledReason={isEmpty ? m.merchants_nothingToClear() : undefined}
          onClick={() => {
            setVisitedFields(new Set())
            onClear()
          }}
        >
          {m.common_clear()}
        </Button>
        {showsReason && (
          <p aria-hidden className="text-sm text-muted">
            {disabledReason}
          </p>
        )}
      </div>
    </form>
  )
}

interface FormFieldProps {
  readonly name: MerchantFieldName
  readonly value: string
  readonly lists: CodeLists | undefined
  readonly isVisited: boolean
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly onEdit: () => void
}

function FormField({ name, value, lists, isVisited, onChange, onLeave, onEdit }: FormFieldProps) {
  const label = merchantFields.find((field) => field.name === name)?.label ?? ''
  const error = isVisited ? fieldError(name, value, lists) : undefined
  const commonProps = { id: `merchant-${name}`, label, value, error, onBlur: onLeave }
  if (isCodeField(name))
    return (
      <Combobox
        {...commonProps}
        hint={fieldHint(name, value, lists)}
        choices={lists?.[name]}
        // While the user types a name to search for its code, the field must not show an error.
        onChange={(text) => {
          onEdit()
          onChange(text)
        }}
      />
    )
  const isNumber = name === 'mastercardMerchantID'
  const unprintable = isNumber ? undefined : describeUnprintable(value)
  return (
    <TextField
      {...commonProps}
      hint={unprintable ? <SpellingHint {...unprintable} onUseSuggestion={onChange} /> : fieldHint(name, value, lists)}
      figures={isNumber}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      onChange={(event) => {
        onEdit()
        onChange(event.target.value)
      }}
    />
  )
}

interface SpellingHintProps {
  readonly text: string
  readonly suggestion: string | undefined
  readonly onUseSuggestion: (suggestion: string) => void
}

/** Names characters that a QR code cannot contain, with a button that replaces them. */
function SpellingHint({ text, suggestion, onUseSuggestion }: SpellingHintProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span>{text}</span>
      {suggestion !== undefined && suggestion !== '' && (
        <Button size="small" onClick={() => onUseSuggestion(suggestion)}>
          {m.merchants_usePlain({ plain: suggestion })}
        </Button>
      )}
    </span>
  )
}
