// The list of merchants stored on this device, which the user can delete.
import { useNavigate } from 'react-router-dom'
import { canCall } from '#contract/facts.ts'
import { addMerchant, removeMerchants, useMerchants } from '#flows/merchants/list.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { ownerUserOf, type Session } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import * as say from '#words/pages/drafts.ts'
import type { Deleted } from './useDeleted.ts'

interface StoredMerchantsProps {
  readonly session: Session
  readonly onDeleted: (deleted: Deleted) => void
}

export function StoredMerchants({ session, onDeleted }: StoredMerchantsProps) {
  const navigate = useNavigate()
  const ownerUser = ownerUserOf(session)
  const merchants = useMerchants(ownerUser) ?? []
  const last = merchants.at(-1)
  if (!last || !canCall(session.permissions, 'merchantSignUp')) return null
  const remove = async () => {
    await removeMerchants(
      ownerUser,
      merchants.map(({ id }) => id),
    )
    const putBack = async () => {
      for (const merchant of merchants) await addMerchant(ownerUser, merchant)
    }
    onDeleted({ id: 'merchants', name: say.listOf(merchants.length), putBack })
  }
  return (
    <Panel title={say.merchantList}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {say.inListLastOneSince(merchants.length)} <Instant value={last.at} />
          {say.listStaysUntilItIsCleared}
        </p>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => void navigate('/merchant/signup')} aria-label={say.openMerchantList}>
            {say.open}
          </Button>
          <Button size="small" onClick={() => void saveMerchants(merchants)} aria-label={say.saveMerchantListAsCsv}>
            {say.saveAsCsv}
          </Button>
          <Button size="small" kind="quiet" onClick={() => void remove()} aria-label={say.deleteMerchantList}>
            {say.deleteIt}
          </Button>
        </span>
      </div>
    </Panel>
  )
}
