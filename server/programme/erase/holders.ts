// Erases the personal data of cardholders: name, contact details, references, notes and tags of their cards, and the
// texts about them in order rows and fee reversals. Card numbers, amounts and the ledger stay.
import { type RawBuilder, sql } from 'kysely'
import { withoutTrigger } from '#server/audit/chain.ts'
import type { Db } from '#server/operations/context.ts'

/** The texts of an order row that identify a person. Amounts, and texts that are only about the card, stay. */
export const personalOrderFields = [
  'name',
  'surname',
  'customerReference',
  'recipientName',
  'recipientNumber',
  'address1',
  'address2',
  'postalCode',
  'cardLabel',
  'notificationNumber',
  'tagValue',
] as const

/** SQL that is true for a card `c` that still has personal data. */
export const hasHolderDataSql = sql<boolean>`(
  c.name <> '' OR c.phone <> '' OR c.id_number <> '' OR c.customer_id <> '' OR c.customer_reference <> ''
  OR c.label <> '' OR c.activation_data <> ''
  OR EXISTS (SELECT FROM card_note n WHERE n.card_id = c.id)
  OR EXISTS (SELECT FROM card_tag_value v WHERE v.card_id = c.id))`

/** SQL that is true for an order row `r` that still has personal data. */
export const hasOrderDataSql = sql<boolean>`EXISTS (
  SELECT FROM jsonb_each_text(r.fields) f WHERE f.key = ANY (${[...personalOrderFields]}) AND f.value <> '')`

export async function eraseHolders(trx: Db, cardIds: readonly number[]): Promise<void> {
  const ids = [...cardIds]
  await sql`
    UPDATE card SET name = '', phone = '', id_number = '', customer_id = '', customer_reference = '', label = '', activation_data = ''
    WHERE id = ANY (${ids})`.execute(trx)
  for (const table of ['card_note', 'card_tag_value', 'card_notification'])
    await sql`DELETE FROM ${sql.table(table)} WHERE card_id = ANY (${ids})`.execute(trx)
  await eraseOrderRows(trx, sql`r.card_id = ANY (${ids})`)
  await withoutTrigger(trx, { table: 'fee_reversal', trigger: 'fee_reversal_append_only' }, () =>
    sql`
      UPDATE fee_reversal SET requester_name = 'erased', contact_phone = '', comments = ''
      WHERE transaction_id IN (SELECT id FROM ledger_transaction WHERE card_id = ANY (${ids}))`.execute(trx),
  )
}

/**
 * Erases the personal texts of the order rows `r` for which the SQL `condition` is true. Returns the number of rows.
 */
export async function eraseOrderRows(trx: Db, condition: RawBuilder<unknown>): Promise<number> {
  const result = await withoutTrigger(trx, { table: 'card_order_row', trigger: 'card_order_row_immutable' }, () =>
    sql`
      -- Replaces each personal text by an empty text.
      UPDATE card_order_row r SET fields = r.fields
        || (SELECT coalesce(jsonb_object_agg(f.key, ''), '{}') FROM jsonb_each(r.fields) f WHERE f.key = ANY (${[...personalOrderFields]}))
      WHERE ${condition} AND ${hasOrderDataSql}`.execute(trx),
  )
  return Number(result.numAffectedRows ?? 0)
}
