// The names of fee types and stop reasons in the language of the call. The programme's file gives them; a language
// without one has the main name. Audit trail, ledger and files of import and export have the main name.
import { type RawBuilder, sql } from 'kysely'
import { getLocale } from '#words/runtime.js'

/** The name of a row of `fee_type` (name) or `stop_reason` (short) in a query that calls it `alias`. */
export const nameInLanguage = (alias: string, column: 'name' | 'short'): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${alias}.names`)} ->> ${getLocale()}, ${sql.ref(`${alias}.${column}`)})`

/**
 * The description of the transaction that a query calls `t`. A fee is described by the name of its type, and its
 * reversal by a stored text with that name.
 */
export const descriptionInLanguage = (): RawBuilder<string> => sql`coalesce((
  SELECT replace(t.description, f.name, ${nameInLanguage('f', 'name')}) FROM fee_type f WHERE f.id = t.fee_type_id
), t.description)`
