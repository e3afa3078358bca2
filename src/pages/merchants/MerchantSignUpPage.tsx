// Merchant Sign Up (/merchant/signup): a form that generates a merchant's QR code, and the list of signed-up merchants.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { canCall } from '#contract/methods.ts'
import { type MerchantEntry, merchantFields, tidyMerchant } from '#domain/merchants/entry.ts'
import { LIST_FULL_MESSAGE, slotsUsed } from '#domain/merchants/list.ts'
import { removeMerchants, useMerchants } from '#flows/merchants/list.ts'
import { pendingSignUpIds, refusalToText, signUpMerchant } from '#flows/merchants/sign-up.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { useBlockingChange, usePendingChanges } from '#flows/pending-changes/store.ts'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { EMPTY_ENTRY, merchantForm } from './signup/form.ts'
import { MerchantCode } from './signup/MerchantCode.tsx'
import { MerchantForm } from './signup/MerchantForm.tsx'
import { MerchantList } from './signup/MerchantList.tsx'

export default function MerchantSignUpPage() {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const { online } = useConnection()
  const { state: entry } = merchantForm.use()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [shownId, setShownId] = useOpenItemId('code')
  /** How many times the user asked for a code. */
  const [timesShown, setTimesShown] = useState(0)
  const merchants = useMerchants(ownerUser)
  const pendingChanges = usePendingChanges(ownerUser)
  const limit = useServerQuery('merchantSignUpLimit', {}).data?.maxMerchantSignUp ?? client.maxMerchantSignUp
  const earlierChange = useBlockingChange(ownerUser, {
    kind: 'merchantSignUp',
    subject: entry.mastercardMerchantID.trim(),
  })

  // A request in progress is already a pending change. Until the response arrives, this change must neither make the list
  // look full nor count as an earlier change.
  const isListFull = !pending && slotsUsed(merchants ?? [], pendingSignUpIds(pendingChanges)) >= limit
  const hasEarlierChange = !pending && earlierChange !== undefined
  const findBlockedReason = () => {
    if (isListFull) return LIST_FULL_MESSAGE
    if (!canCall(session?.permissions, 'merchantSignUp')) return m.merchants_viewOnly()
    if (!online) return OFFLINE_REASON
    return hasEarlierChange ? m.merchants_earlierPendingChange() : undefined
  }
  const clearForm = () => merchantForm.change(EMPTY_ENTRY)

  const generate = async () => {
    if (pending) return
    const sentEntry = tidyMerchant(entry)
    setPending(true)
    setRefusal(undefined)
    const result = await signUpMerchant(ownerUser, sentEntry, limit)
    setPending(false)
    if (result.kind === 'refused') setRefusal(refusalToText(result))
    if (result.kind === 'full') notify({ kind: 'error', text: LIST_FULL_MESSAGE })
    if (result.kind === 'done') {
      clearSentForm(sentEntry)
      // Shows the code of the new merchant.
      if (shownId !== undefined) setShownId(undefined)
    }
  }

  // The newest merchant, unless the user chose another one that still exists.
  const shownMerchant = merchants?.find(({ id }) => id === shownId) ?? merchants?.at(-1)
  return (
    <Page title={m.common_merchantSignUp()}>
      {isListFull && <Banner kind="warning" title={LIST_FULL_MESSAGE} />}
      {!pending && <PendingChangeList area="merchant" onDone={clearCompletedForm} />}
      {refusal !== undefined && (
        <Banner
          kind="critical"
          title={refusal}
          onClose={() => {
            setRefusal(undefined)
            clearForm()
          }}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <Panel title={m.merchants_formIntro()}>
          <MerchantForm
            entry={entry}
            pending={pending}
            blockedReason={findBlockedReason()}
            onChange={merchantForm.change}
            onGenerate={() => void generate()}
            onClear={clearForm}
          />
        </Panel>
        <div className={cx('lg:row-span-2', !shownMerchant && 'max-lg:hidden')}>
          <MerchantCode merchant={shownMerchant} timesShown={timesShown} />
        </div>
        <div className="min-w-0">
          <MerchantList
            merchants={merchants}
            limit={limit}
            onShow={(id) => {
              setShownId(id)
              setTimesShown((times) => times + 1)
            }}
            onRemove={(ids) => void removeMerchants(ownerUser, ids)}
          />
        </div>
      </div>
    </Page>
  )
}

/** Clears the form unless the user has changed the merchant that was sent. */
function clearSentForm(sentEntry: MerchantEntry): void {
  const currentEntry = tidyMerchant(merchantForm.get())
  const isUnchanged = merchantFields.every(({ name }) => currentEntry[name] === sentEntry[name])
  if (isUnchanged) merchantForm.change(EMPTY_ENTRY)
}

/** Clears a form with the merchant of the completed request, so that the user cannot add the same merchant twice. */
function clearCompletedForm(change: PendingChange): void {
  if (change.kind === 'merchantSignUp') clearSentForm(change.params)
}
