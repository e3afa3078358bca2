// An approval list of batches or orders: which details and which dialog are open, which rows are selected, and what
// follows a decision. The page defines the rules of the decisions.
import { m } from '#words/messages.js'
import { type RefObject, useState } from 'react'
import { useSession } from '#services/session/session.ts'
import type { useOpenItemId } from '../useOpenItemId.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'
import { useRowShortcuts } from './useRowShortcuts.ts'
import { useSelection } from './useSelection.ts'

/** A decision that ends the wait of an item: the details then show the next waiting item. */
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
  readonly list: RefObject<HTMLElement | null>
  /** Undefined while the list is loading. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (item: Item) => string
  /** 'batch 12'. */
  readonly nameOf: (item: Item) => string
  /** Why the viewer can neither approve nor reject the item; undefined if they can. */
  readonly refusal: (item: Item, viewerId: string) => string | undefined
  /** True if the list contains the items that wait for a decision. */
  readonly isSelectable: boolean
  readonly openItem: ReturnType<typeof useOpenItemId>
}

export function useDecisionList<Decision extends string, Item, Row extends Item>({
  list,
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
  const [bulk, setBulk] = useState<Pick<BulkDecision<Item>, 'decision' | 'items'>>()
  const canDecide = (row: Row) => refusal(row, viewerId) === undefined
  const decidedItems = useDecidedItems(rows?.filter(canDecide).map(idOf))
  // An item that no longer waits leaves the list at once, before the list is loaded again.
  const shownRows = isSelectable ? rows?.filter((row) => !decidedItems.has(idOf(row))) : rows
  const selection = useSelection(isSelectable ? (shownRows ?? []) : [], idOf, (row) =>
    m.common_select({ item: nameOf(row) }),
  )
  const focusAfter = useFocusAfterRemoval({
    list,
    isListed: shownRows && ((id) => shownRows.some((row) => idOf(row) === id)),
    isIdle: openDecision === undefined && bulk === undefined && openId === undefined,
  })

  const ask = (decision: Decision | FinalDecision, item: Item) => {
    if (!isFinal(decision) || !decidedItems.has(idOf(item))) setOpenDecision({ decision, item })
  }
  /** The next row that the viewer can decide. After the end of the list, continues at its start. */
  const nextToDecide = (id: string) => {
    const allRows = rows ?? []
    const index = allRows.findIndex((row) => idOf(row) === id)
    const otherRows = [...allRows.slice(index + 1), ...allRows.slice(0, Math.max(0, index))]
    return otherRows.find((row) => !decidedItems.has(idOf(row)) && canDecide(row))
  }
  const openAdjacent = (step: 1 | -1) => {
    const ids = rows?.map(idOf) ?? []
    const adjacentId = openId === undefined ? undefined : ids[ids.indexOf(openId) + step]
    if (adjacentId !== undefined) setOpenId(adjacentId)
  }
  useRowShortcuts({
    list,
    onStep: openId === undefined ? undefined : openAdjacent,
    openId,
    decideAfter: (id, decision) => {
      if (!decidedItems.has(id)) return false
      const next = nextToDecide(id)
      const isHeld = decision === 'approve' && session?.approvalHold !== undefined
      if (next && !isHeld) ask(decision, next)
      return true
    },
  })

  const bulkDecision: BulkDecision<Item> | undefined = bulk && {
    ...bulk,
    idOf,
    onSend: ([firstId]) => {
      if (firstId !== undefined) focusAfter(firstId)
    },
    onDone: (id) => {
      decidedItems.add(id)
      selection.remove([id])
    },
    onClose: () => setBulk(undefined),
  }
  return {
    shownRows,
    openId,
    /** `shownRows` is the filter of the rows in the details. */
    openDetails: (item: Item, shownRows?: string) =>
      setOpenId(idOf(item), shownRows === undefined ? {} : { rows: shownRows }),
    closeDetails: () => setOpenId(undefined),
    openDecision,
    ask,
    closeDialog: () => setOpenDecision(undefined),
    /** Call when the server has confirmed a decision about an item of the list or of the details. */
    afterDecision: (decision: string, id: string) => {
      setOpenDecision(undefined)
      focusAfter(id)
      if (!isFinal(decision)) return
      // After a decision in the details, open the next waiting item. If there is none, the details show the result.
      const next = nextToDecide(id)
      if (openId === id && next !== undefined) setOpenId(idOf(next))
      decidedItems.add(id)
    },
    selectedRows: selection.rows,
    tableSelection: selection.tableSelection,
    clearSelection: selection.clear,
    decideSelected: (decision: FinalDecision) => setBulk({ decision, items: selection.rows }),
    bulkDecision,
  }
}

const isFinal = (decision: string): decision is FinalDecision => decision === 'approve' || decision === 'reject'

/**
 * The items that this user has decided while the list still shows them, until it is loaded again. A key or button must
 * not act on them, and the next item to decide must not be one of them. `undecidedIds` is undefined while loading.
 */
function useDecidedItems(undecidedIds: readonly string[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const stillListed = [...ids].filter((id) => undecidedIds === undefined || undecidedIds.includes(id))
  if (stillListed.length < ids.size) setIds(new Set(stillListed))
  return {
    has: (id: string) => ids.has(id),
    add: (id: string) => setIds((before) => new Set([...before, id])),
  }
}
