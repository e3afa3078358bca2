// The names of fee types and stop reasons in the language of the call. The programme's file has a main name, and can
// have a name for each language. Without a name in the language, the main name is used. Audit trail, ledger, and files
// of import and export always have the main name.
import { type RawBuilder, sql } from 'kysely'
import { getLocale } from '#words/runtime.js'

/** The name of a row of the table `alias`: column 'name' of a `fee_type`, or column 'short' of a `stop_reason`. */
export const nameInLanguage = (alias: string, column: 'name' | 'short'): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${alias}.names`)} ->> ${getLocale()}, ${sql.ref(`${alias}.${column}`)})`

/**
 * The description of the transaction `t`. The description of a fee is the main name of its type. The description of the
 * fee's reversal contains this name. In both, the main name is replaced by the name in the language.
 */
export const descriptionInLanguage = (): RawBuilder<string> => sql`coalesce((
  SELECT replace(t.description, f.name, ${nameInLanguage('f', 'name')}) FROM fee_type f WHERE f.id = t.fee_type_id
), t.description)`
