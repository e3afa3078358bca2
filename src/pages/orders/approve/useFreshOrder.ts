// The current rows of an order with their current findings, although they passed when it was ordered.
import { useMemo } from 'react'
import type { Result } from '#contract/operations.ts'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { type Funding, apiToFunding } from '#domain/funding.ts'
import { notFresh } from '#pages/shared/fresh.tsx'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { listOf } from '#services/server/text-lists.ts'
import { type OrderRow, toOrderRow } from '../fields.ts'

export interface FreshOrder {
  readonly query: ServerQuery<typeof DETAILS>
  /** Undefined until the answer arrives. */
  readonly order: VirtualCardOrdersBatchLoad | undefined
  readonly rows: readonly OrderRow[]
  /** Undefined if no card can be issued any more. */
  readonly funding: Funding | undefined
  /** Why nothing can be decided yet; undefined once the rows are current. */
  readonly blocked: string | undefined
}

const DETAILS = 'fetchVirtualCardOrdersBatchLoadDetails'
const none: readonly OrderRow[] = []
/** Its cards are issued one after the other, and their links appear likewise. */
const whileIssuing = ({ batchLoad }: Result<typeof DETAILS>) => (batchLoad.state === 'issuing' ? 3_000 : undefined)

export function useFreshOrder(orderId: string): FreshOrder {
  const query = useServerQuery(DETAILS, { batchLoadFileID: orderId }, { fresh: true, everyMs: whileIssuing })
  const { data } = query
  // Thousands of rows: computed once per answer, not at every render.
  const rows = useMemo(
    () => (data ? listOf(DETAILS, data).map((row) => toOrderRow(row, row.virtualCardOrderId)) : none),
    [data],
  )
  const funding = useMemo(() => data?.funding && apiToFunding(data.funding), [data])
  return { query, order: data?.batchLoad, rows, funding, blocked: notFresh(query) }
}
