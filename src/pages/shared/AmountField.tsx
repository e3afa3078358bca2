// The field for an amount of the programme's currency.
import { m } from '#words/messages.js'
import { TextField } from '#ui/forms/TextField.tsx'

interface AmountFieldProps {
  readonly currency: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  readonly id?: string
  readonly readOnly?: boolean
}

const MAX_TYPED_LENGTH = 20

export function AmountField({ currency, onChange, ...fieldProps }: AmountFieldProps) {
  return (
    <TextField
      label={m.funding_amountIn({ currency })}
      figures
      inputMode="decimal"
      autoComplete="off"
      maxLength={MAX_TYPED_LENGTH}
      onChange={({ target }) => onChange(target.value)}
      {...fieldProps}
    />
  )
}
