// Sets the balance of the demo programme's funding account.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { postMovements } from '#server/ledger/post-movements.ts'

/** The balance of the funding account of owner 3, in minor units. */
export async function fundingBalance(db: Db): Promise<number> {
  const { rows } = await sql<{ balance_cents: number }>`
    SELECT balance_cents FROM account WHERE owner_id = 3 AND kind = 'funding'`.execute(db)
  return rows[0]?.balance_cents ?? 0
}

/** Moves money between the account and the float, so that the account has this balance. */
export async function setFunds(db: Db, balanceCents: number, postedAt = new Date()): Promise<void> {
  const missing = balanceCents - (await fundingBalance(db))
  if (missing === 0) return
  const { rows } = await sql<{ id: number; kind: string }>`
    SELECT id, kind FROM account WHERE owner_id = 3 AND kind IN ('funding', 'float')`.execute(db)
  const [own = 0, outside = 0] = ['funding', 'float'].map((kind) => rows.find((row) => row.kind === kind)?.id)
  const movement = {
    ownerId: 3,
    kind: 'funding',
    postedAt,
    cardId: null,
    fromAccountId: missing > 0 ? outside : own,
    toAccountId: missing > 0 ? own : outside,
    amountCents: cents(Math.abs(missing)),
    feeTypeId: null,
    description: '',
    merchantId: '',
    authNumber: '',
  } as const
  await db.transaction().execute((trx) => postMovements(trx, [movement]))
}
