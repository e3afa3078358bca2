// A card number in groups of four. It shows only the first six and last four digits, unless the operator has revealed
// it.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'

interface CardNumberProps {
  readonly value: string
  /** 'pan' for a card number, 'identifier' for a tracking number, which is never masked. */
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
