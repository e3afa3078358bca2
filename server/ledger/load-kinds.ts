// Which transactions are loads, for the sums of what is loaded by day: those of the kinds of batch whose row of the table says so.
import { type RawBuilder, sql } from 'kysely'
import { storedBatchKinds } from '#domain/batch/kinds.ts'

const loadKinds = Object.values(storedBatchKinds).filter(({ countsAsLoads }) => countsAsLoads)

/** True in SQL for a kind of transaction that is a load. */
export const isLoad = (kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${kind} IN (${sql.join(loadKinds.map(({ type }) => sql.lit(type)))})`
