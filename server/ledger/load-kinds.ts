// Which transactions are loads, for the daily sums of loads: those of batch types whose table row is marked so.
import { type RawBuilder, sql } from 'kysely'
import { storedBatchKinds } from '#domain/batch/kinds.ts'

const loadKinds = Object.values(storedBatchKinds).filter(({ countsAsLoads }) => countsAsLoads)

/** An SQL condition: true for a kind of transaction that is a load. */
export const isLoad = (kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${kind} IN (${sql.join(loadKinds.map(({ type }) => sql.lit(type)))})`
