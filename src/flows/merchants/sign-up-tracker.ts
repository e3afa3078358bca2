// Tracks which rows of a merchants file were sent, and which are already in the list of merchants.
import { tidyMerchant } from '#domain/merchants/entry.ts'
import { slotsUsed } from '#domain/merchants/list.ts'
import { copyRows } from '#rows/copy-rows.ts'
import type { AnyRows } from '#rows/rows.ts'
import { rowsToSend } from '#rows/sent.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { markAllUnsaved, type createOpenRows } from '../rows/open-rows.ts'
import { pendingChangesOf } from '../pending-changes/store.ts'
import type { MerchantFileHead } from './file-draft.ts'
import { markDuplicateMerchants } from './merchant-duplicates.ts'
import type { RowToSignUp } from './file-run.ts'
import { merchantsOf } from './list.ts'
import { pendingSignUpIds } from './sign-up.ts'

export type SignUpTracker = ReturnType<typeof createSignUpTracker>

export function createSignUpTracker(
  ownerUser: string,
  openRows: ReturnType<typeof createOpenRows>,
  head: MerchantFileHead | undefined,
) {
  // The requestId of each row that was or is being sent, and the rows that are in the list of merchants already.
  let requestIds = new Map(head?.requestIds)
  let listedRows = new Set(head?.listedRows)
  const list = merchantsOf(ownerUser)
  const pendingChanges = pendingChangesOf(ownerUser)

  /** Marks rows whose merchant, or merchant number, is in the list or in an earlier row. */
  const markDuplicates = () => {
    const rows = openRows.current.get()?.rows
    const merchants = list.get()
    if (rows && merchants && markDuplicateMerchants(rows, merchants)) rows.notify('checks')
  }

  return {
    list,
    pendingChanges,
    markDuplicates,
    toHead: () => ({ requestIds: [...requestIds], listedRows: [...listedRows] }),
    /** Forgets everything when the rows are discarded. */
    forget(): void {
      requestIds = new Map()
      listedRows = new Set()
    },
    /** Called for edited rows: changed values are another merchant, which needs a new requestId. */
    forgetRequestIds(ids: readonly number[]): void {
      for (const id of ids) requestIds.delete(id)
    },
    /** Removes rows that are in the list of merchants by now, whichever tab added them. */
    removeSignedUp(): 'same' | 'fewer' | 'none' {
      const opened = openRows.current.get()
      if (!opened) return 'same'
      const listedRequestIds = new Set(list.get()?.map(({ id }) => id))
      for (const [rowId, requestId] of requestIds) if (listedRequestIds.has(requestId)) listedRows.add(rowId)
      const isChanged = listedRows.size > 0
      if (isChanged) {
        const remaining = copyRows(opened.rows, (id) => !listedRows.has(id))
        if (!remaining || remaining.rows.figures().rows === 0) return 'none'
        const previousRequestIds = requestIds
        requestIds = new Map(
          remaining.ids.flatMap((previousId, id) => {
            const requestId = previousRequestIds.get(previousId)
            return requestId === undefined ? [] : [[id, requestId] as const]
          }),
        )
        listedRows = new Set()
        markAllUnsaved(remaining.rows)
        openRows.show(opened.draftId, remaining.rows, { lock: opened.lock })
      }
      markDuplicates()
      return isChanged ? 'fewer' : 'same'
    },
    /** The rows to sign up next, in order: those without errors, and those that were sent and wait for a response. */
    idsToSignUp(limit: number): readonly number[] {
      const rows = openRows.current.get()?.rows
      if (!rows) return []
      const pendingIds = new Set(pendingSignUpIds(pendingChanges.get()))
      let freeSlots = Math.max(0, limit - slotsUsed(list.get() ?? [], [...pendingIds]))
      return rowsToSend(rows, 'toSubmit').filter((id) => pendingIds.has(requestIds.get(id) ?? '') || freeSlots-- > 0)
    },
    /** A row that was sent before keeps its requestId. */
    toRowToSignUp(rows: AnyRows, id: number): RowToSignUp {
      const requestId = requestIds.get(id) ?? newRequestId()
      requestIds.set(id, requestId)
      return { id, requestId, entry: tidyMerchant(rows.row(id).values) }
    },
    markSignedUp: (id: number): void => void listedRows.add(id),
    markRefused: (id: number): void => void requestIds.delete(id),
  }
}
