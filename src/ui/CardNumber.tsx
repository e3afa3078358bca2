// A card number in groups of four: masked (first six, last four) unless the operator has revealed this number.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'

interface CardNumberProps {
  readonly value: string
  /** `identifier` is a tracking number, which is never masked. */
  readonly kind?: 'pan' | 'identifier'
  readonly revealed?: boolean
}

export function CardNumber({ value, kind = 'pan', revealed = false }: CardNumberProps) {
  // The format 'identifier' shows all digits.
  const text = valueToText(value, revealed ? 'identifier' : kind, client)
  return (
    <span dir="ltr" className="figures whitespace-nowrap">
      {text}
    </span>
  )
}
