// The list of merchants stored on this device, which the user can delete.
import { m } from '#words/messages.js'
import { useNavigate } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import { addMerchant, removeMerchants, useMerchants } from '#flows/merchants/list.ts'
import { saveMerchants } from '#pages/shared/saveMerchants.ts'
import { ownerUserOf, type Session } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import type { DeletedDraft } from './useDeletedDrafts.ts'

interface StoredMerchantsProps {
  readonly session: Session
  readonly onDeleted: (deleted: DeletedDraft) => void
}

export function StoredMerchants({ session, onDeleted }: StoredMerchantsProps) {
  const navigate = useNavigate()
  const ownerUser = ownerUserOf(session)
  const merchants = useMerchants(ownerUser) ?? []
  const newestMerchant = merchants.at(-1)
  if (!newestMerchant || !canCall(session.permissions, 'merchantSignUp')) return null
  const remove = async () => {
    const ids = merchants.map(({ id }) => id)
    await removeMerchants(ownerUser, ids)
    const restore = async () => {
      for (const merchant of merchants) await addMerchant(ownerUser, merchant)
    }
    onDeleted({ id: 'merchants', name: m.drafts_merchantListOf({ count: merchants.length }), restore })
  }
  return (
    <Panel title={m.drafts_merchantList()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {m.drafts_merchantListCount({ count: merchants.length })} <Instant value={newestMerchant.at} />
          {m.drafts_merchantListStays()}
        </p>
        <span className="flex flex-wrap gap-2">
          <Button
            size="small"
            onClick={() => void navigate('/merchant/signup')}
            aria-label={m.drafts_openMerchantList()}
          >
            {m.common_open()}
          </Button>
          <Button
            size="small"
            onClick={() => void saveMerchants(merchants)}
            aria-label={m.drafts_saveMerchantListAsCsv()}
          >
            {m.drafts_saveAsCsv()}
          </Button>
          <Button size="small" kind="quiet" onClick={() => void remove()} aria-label={m.drafts_deleteMerchantList()}>
            {m.common_delete()}
          </Button>
        </span>
      </div>
    </Panel>
  )
}
