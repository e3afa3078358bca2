// The current rows of an order with their current findings. A row that was valid when it was ordered can be invalid now.
import { useMemo } from 'react'
import type { Result } from '#contract/operations.ts'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { type Funding, apiToFunding } from '#domain/funding/funds.ts'
import { staleReason } from '#pages/shared/freshness.tsx'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { listOf } from '#services/server/text-lists.ts'
import { type OrderRow, toOrderRow } from '../order-rows.ts'
import { POLL_MS } from '../pollDelay.ts'

export interface FreshOrder {
  readonly query: ServerQuery<typeof DETAILS_METHOD>
  /** Undefined until the response arrives. */
  readonly order: VirtualCardOrdersBatchLoad | undefined
  readonly rows: readonly OrderRow[]
  /** Undefined until the response arrives. Also undefined if no more cards can be issued. */
  readonly funding: Funding | undefined
  /** Why decisions are disabled; undefined once the rows are current. */
  readonly blockedReason: string | undefined
}

const DETAILS_METHOD = 'fetchVirtualCardOrdersBatchLoadDetails'
const NO_ROWS: readonly OrderRow[] = []
/** Polls while cards are issued one after the other, since the links to the cards appear one by one. */
const toPollMs = ({ batchLoad }: Result<typeof DETAILS_METHOD>): number | undefined =>
  batchLoad.state === 'issuing' ? POLL_MS : undefined

export function useFreshOrder(orderId: string): FreshOrder {
  const query = useServerQuery(
    DETAILS_METHOD,
    { batchLoadFileID: orderId },
    { refetchesOnMount: true, pollMs: toPollMs },
  )
  const { data } = query
  // An order can have thousands of rows, so they are converted once per response, not at every render.
  const rows = useMemo(() => {
    if (!data) return NO_ROWS
    return listOf(DETAILS_METHOD, data).map((row) => toOrderRow(row, row.virtualCardOrderId))
  }, [data])
  const funding = useMemo(() => data?.funding && apiToFunding(data.funding), [data])
  return { query, order: data?.batchLoad, rows, funding, blockedReason: staleReason(query) }
}
