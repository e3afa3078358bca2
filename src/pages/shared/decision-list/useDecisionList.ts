// An approval list of batches or orders: the open details, the open dialog, the selected rows, and the next steps after
// a decision. The page defines the rules of the decisions.
import { m } from '#words/messages.js'
import { type RefObject, useState } from 'react'
import { useSession } from '#services/session/session.ts'
import type { OpenItem } from '../useOpenItemId.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'
import { useRowShortcuts } from './useRowShortcuts.ts'
import { useSelection } from './useSelection.ts'

/** A decision after which an item no longer waits. The details then show the next waiting item. */
export type FinalDecision = 'approve' | 'reject'

/** A decision that the dialog asks about. */
export interface OpenDecision<Decision, Item> {
  readonly decision: Decision
  readonly item: Item
}

/** One decision about several selected items. */
export interface BulkDecision<Item> {
  readonly decision: FinalDecision
  /** The selected items; the dialog loads them again. */
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  /** Called with the ids of the confirmed items. */
  readonly onSend: (ids: readonly string[]) => void
  /** Called for each item once it is decided. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

interface DecisionListOptions<Item, Row extends Item> {
  /** The element around the table and the selection bar. */
  readonly listElement: RefObject<HTMLElement | null>
  /** Undefined while the list is loading. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (item: Item) => string
  /** 'batch 12'. */
  readonly nameOf: (item: Item) => string
  /** Why the viewer cannot decide about the item. Undefined if the viewer can. */
  readonly refusal: (item: Item, viewerId: string) => string | undefined
  /** True if the list contains the items that wait for a decision. */
  readonly isSelectable: boolean
  readonly openItem: OpenItem
}

export function useDecisionList<Decision extends string, Item, Row extends Item>({
  listElement,
  rows,
  idOf,
  nameOf,
  refusal,
  isSelectable,
  openItem: [openId, setOpenId],
}: DecisionListOptions<Item, Row>) {
  const session = useSession()
  const viewerId = session?.user.userId ?? ''
  const [openDecision, setOpenDecision] = useState<OpenDecision<Decision | FinalDecision, Item>>()
  const [openBulk, setOpenBulk] = useState<Pick<BulkDecision<Item>, 'decision' | 'items'>>()
  const canDecide = (row: Row) => refusal(row, viewerId) === undefined
  const decidedItems = useDecidedItems(rows?.filter(canDecide).map(idOf))
  // A decided item leaves the list immediately, before the list is loaded again.
  const shownRows = isSelectable ? rows?.filter((row) => !decidedItems.has(idOf(row))) : rows
  const selectableRows = isSelectable ? (shownRows ?? []) : []
  const selection = useSelection({
    selectableRows,
    idOf,
    labelOf: (row) => m.common_select({ item: nameOf(row) }),
  })
  const hasDialog = openDecision !== undefined || openBulk !== undefined || openId !== undefined
  const restoreFocusAfter = useFocusAfterRemoval({
    listElement,
    listedIds: shownRows?.map(idOf),
    isIdle: !hasDialog,
  })

  /** Opens the dialog of the decision. */
  const ask = (decision: Decision | FinalDecision, item: Item) => {
    const isDecidedAlready = isFinal(decision) && decidedItems.has(idOf(item))
    if (!isDecidedAlready) setOpenDecision({ decision, item })
  }
  /**
   * The next row after this one that the viewer can decide. After the end of the list, continues at its start. If the
   * list does not contain the row, starts at the first row.
   */
  const nextToDecideAfter = (id: string) => {
    const allRows = rows ?? []
    const index = allRows.findIndex((row) => idOf(row) === id)
    const isListed = index !== -1
    const otherRows = isListed ? [...allRows.slice(index + 1), ...allRows.slice(0, index)] : allRows
    return otherRows.find((row) => !decidedItems.has(idOf(row)) && canDecide(row))
  }
  const openAdjacent = (step: 1 | -1) => {
    if (openId === undefined) return
    const ids = rows?.map(idOf) ?? []
    const adjacentId = ids[ids.indexOf(openId) + step]
    if (adjacentId !== undefined) setOpenId(adjacentId)
  }
  useRowShortcuts({
    listElement,
    openId,
    openAdjacent,
    isDecided: (id) => decidedItems.has(id),
    decideNextAfter: (id, decision) => {
      const next = nextToDecideAfter(id)
      const isApprovalBlocked = decision === 'approve' && session?.approvalHold !== undefined
      if (next && !isApprovalBlocked) ask(decision, next)
    },
  })

  const bulkDecision: BulkDecision<Item> | undefined = openBulk && {
    ...openBulk,
    idOf,
    // The focus moves to the next row after the first of the decided rows.
    onSend: ([firstId]) => {
      if (firstId !== undefined) restoreFocusAfter(firstId)
    },
    onDone: (id) => {
      decidedItems.add(id)
      selection.remove([id])
    },
    onClose: () => setOpenBulk(undefined),
  }
  return {
    shownRows,
    openId,
    /** `rowFilter`: which rows the details show, by default all. */
    openDetails: (item: Item, rowFilter?: string) =>
      setOpenId(idOf(item), rowFilter === undefined ? {} : { rows: rowFilter }),
    closeDetails: () => setOpenId(undefined),
    openDecision,
    ask,
    closeDialog: () => setOpenDecision(undefined),
    /** Call when the server has confirmed a decision about an item of the list or of the details. */
    afterDecision: (decision: string, id: string) => {
      setOpenDecision(undefined)
      restoreFocusAfter(id)
      if (!isFinal(decision)) return
      // After a decision in the details, open the next waiting item. If there is none, the details show the result.
      const next = nextToDecideAfter(id)
      if (openId === id && next !== undefined) setOpenId(idOf(next))
      decidedItems.add(id)
    },
    selectedRows: selection.rows,
    tableSelection: selection.tableSelection,
    clearSelection: selection.clear,
    decideSelected: (decision: FinalDecision) => setOpenBulk({ decision, items: selection.rows }),
    bulkDecision,
  }
}

const isFinal = (decision: string): decision is FinalDecision => decision === 'approve' || decision === 'reject'

/**
 * The items that this user has decided since the list was loaded. The loaded list still shows them as waiting, but no
 * key or button may decide them again. `decidableIds`: the items of the loaded list that the user can decide; undefined
 * while the list loads.
 */
function useDecidedItems(decidableIds: readonly string[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Forgets a decided item once a newly loaded list no longer contains it, or shows it as decided.
  const remainingIds = decidableIds === undefined ? [...ids] : [...ids].filter((id) => decidableIds.includes(id))
  if (remainingIds.length < ids.size) setIds(new Set(remainingIds))
  return {
    has: (id: string) => ids.has(id),
    add: (id: string) => setIds((before) => new Set([...before, id])),
  }
}
