// Identifies the ledger transactions that count as loads in `load_sum`, according to the table of batch types.
import { type RawBuilder, sql } from 'kysely'
import { storedBatchTypes } from '#domain/batch/types.ts'

const loadTypes = Object.values(storedBatchTypes).filter(({ countsAsLoads }) => countsAsLoads)

/** An SQL condition: true for a type of transaction that is a load. */
export const isLoadSql = (kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${kind} IN (${sql.join(loadTypes.map(({ type }) => sql.lit(type)))})`
