// A card number in groups of four: masked (first six, last four) unless the operator has revealed this one.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'
import { cx } from './cx.ts'

interface CardNumberProps {
  readonly value: string
  /** `identifier` for a tracking number, which is never masked. */
  readonly kind?: 'pan' | 'identifier'
  readonly revealed?: boolean
  readonly className?: string
}

export function CardNumber({ value, kind = 'pan', revealed = false, className }: CardNumberProps) {
  const text = valueToText(value, revealed ? 'identifier' : kind, client)
  return <span className={cx('figures whitespace-nowrap', className)}>{text}</span>
}
