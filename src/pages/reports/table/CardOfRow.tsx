// The tracking number of a report's row, which opens the card for users who can read cards.
import { useNavigate } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import { findCardOfRow } from '#flows/reports/card-of-row.ts'
import { useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'
import { CardNumber } from '#ui/CardNumber.tsx'

export function CardOfRow({ trackingNumber }: { readonly trackingNumber: string }) {
  const permissions = useSession()?.permissions
  const navigate = useNavigate()
  const { online } = useConnection()
  const number = <CardNumber value={trackingNumber} kind="identifier" />
  const canOpen = online && canCall(permissions, 'cardSearch') && canCall(permissions, 'cardDetails')
  if (!canOpen || trackingNumber === '') return number
  const open = async () => {
    const voucherId = await findCardOfRow(trackingNumber)
    if (voucherId !== undefined) void navigate(`/card/details/${voucherId}`)
  }
  return (
    <button type="button" className="link" onClick={() => void open()}>
      {number}
    </button>
  )
}
