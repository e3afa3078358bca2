// One decision about several selected items. The current rows of each item are loaded first. The page converts each
// response to an item of the dialog, since the rules for batches and orders differ.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import { type Area, changeTypes } from '#flows/pending-changes/change-types.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { staleReason } from '#pages/shared/freshness.tsx'
import { useFreshQueries } from '#services/server/queries.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { BulkDecisionDialog, type BulkDecisionDialogProps, type BulkDecisionItem } from './BulkDecisionDialog.tsx'
import type { BulkDecision } from './useDecisionList.ts'

interface FreshBulkDecisionProps<M extends ReadingMethod, Item>
  extends BulkDecision<Item>, Pick<BulkDecisionDialogProps, 'noun' | 'formatMoney' | 'maxReason'> {
  /** The area of the pending changes that block a decision. */
  readonly area: Area
  readonly detailsMethod: M
  readonly toParams: (item: Item) => Params<M>
  /**
   * `details` is undefined until the response arrives. The `refusal` of the returned item comes only from the rules of
   * the decision. This component adds refusals for a pending change and for rows that could not be loaded.
   */
  readonly toDialogItem: (item: Item, details: Result<M> | undefined) => Omit<BulkDecisionItem, 'waitText'>
  /** The total of some of the items: 'SGD 96,240.00'. */
  readonly sumOf: (items: readonly Item[]) => string
}

export function FreshBulkDecision<M extends ReadingMethod, Item>({
  items: selectedItems,
  idOf,
  area,
  detailsMethod,
  toParams,
  toDialogItem,
  sumOf,
  onSend,
  ...dialogProps
}: FreshBulkDecisionProps<M, Item>) {
  const [isSending, setIsSending] = useState(false)
  const pendingChanges = usePendingChanges(useOwnerUser())
  const queries = useFreshQueries(detailsMethod, selectedItems.map(toParams), { enabled: !isSending })
  const allItems = selectedItems.map((selectedItem, index): BulkDecisionItem => {
    const query = queries[index]
    const item = toDialogItem(selectedItem, query?.data)
    const isPending = pendingChanges.some(({ kind, subject }) => changeTypes[kind].area === area && subject === item.id)
    const pendingRefusal = isPending ? m.common_earlierDecisionPending() : undefined
    const waitText = query && staleReason(query)
    // Waiting does not help if the rows could not be loaded.
    const notLoadedRefusal = query?.failure ? waitText : undefined
    return { ...item, refusal: item.refusal ?? pendingRefusal ?? notLoadedRefusal, waitText }
  })
  const sumOfIds = (ids: readonly string[]) => sumOf(selectedItems.filter((item) => ids.includes(idOf(item))))
  return (
    <BulkDecisionDialog
      {...dialogProps}
      allItems={allItems}
      sumOfIds={sumOfIds}
      onSend={(ids) => {
        setIsSending(true)
        onSend(ids)
      }}
    />
  )
}
