// The list of merchants among what lies on this device: it is a draft's neighbour, and goes when its user says so.
import { useNavigate } from 'react-router-dom'
import { mayAsk } from '#contract/facts.ts'
import { counted } from '#words/figures.ts'
import { addMerchant, removeMerchants, useMerchants } from '#flows/merchants/list.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { ownerUserOf, type Session } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import type { Deleted } from './useDeleted.ts'

interface KeptMerchantsProps {
  readonly session: Session
  readonly onDeleted: (deleted: Deleted) => void
}

export function KeptMerchants({ session, onDeleted }: KeptMerchantsProps) {
  const navigate = useNavigate()
  const ownerUser = ownerUserOf(session)
  const merchants = useMerchants(ownerUser) ?? []
  const last = merchants.at(-1)
  if (!last || !mayAsk(session.permissions, 'merchantSignUp')) return null
  const remove = async () => {
    await removeMerchants(
      ownerUser,
      merchants.map(({ id }) => id),
    )
    const putBack = async () => {
      for (const merchant of merchants) await addMerchant(ownerUser, merchant)
    }
    onDeleted({ id: 'merchants', name: `The list of ${counted(merchants.length, 'merchant', 'merchants')}`, putBack })
  }
  return (
    <Panel title="Merchant list">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {counted(merchants.length, 'merchant is', 'merchants are')} in the list, the last one since{' '}
          <Instant value={last.at} />. The list stays until it is cleared.
        </p>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => void navigate('/merchant/signup')} aria-label="Open the merchant list">
            Open
          </Button>
          <Button size="small" onClick={() => void saveMerchants(merchants)} aria-label="Save the merchant list as CSV">
            Save as CSV
          </Button>
          <Button size="small" kind="quiet" onClick={() => void remove()} aria-label="Delete the merchant list">
            Delete
          </Button>
        </span>
      </div>
    </Panel>
  )
}
