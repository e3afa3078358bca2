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

export function AmountField({ currency, onChange, ...props }: AmountFieldProps) {
  return (
    <TextField
      label={m.funding_amountIn({ currency })}
      figures
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      onChange={({ target }) => onChange(target.value)}
      {...props}
    />
  )
}
