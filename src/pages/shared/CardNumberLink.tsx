// The card of a batch row: its number or tracking number, as a link for users who can read cards.
import { Link } from 'react-router-dom'
import { CardNumber } from '#ui/CardNumber.tsx'

interface CardNumberLinkProps {
  readonly value: string
  readonly kind: 'pan' | 'identifier'
  /** The card, if it exists and the user can read cards. */
  readonly voucherId: string | null | undefined
}

export function CardNumberLink({ value, kind, voucherId }: CardNumberLinkProps) {
  const number = <CardNumber value={value} kind={kind} />
  if (typeof voucherId !== 'string') return number
  return (
    <Link to={`/card/details/${voucherId}`} className="link">
      {number}
    </Link>
  )
}
