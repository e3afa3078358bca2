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

/** Moves money between the funding account and the float, so that the funding account has this balance. */
export async function setFunds(db: Db, balanceCents: number, postedAt = new Date()): Promise<void> {
  const difference = balanceCents - (await fundingBalance(db))
  if (difference === 0) return
  const { rows } = await sql<{ id: number; kind: string }>`
    SELECT id, kind FROM account WHERE owner_id = 3 AND kind IN ('funding', 'float')`.execute(db)
  const [fundingId = 0, floatId = 0] = ['funding', 'float'].map((kind) => rows.find((row) => row.kind === kind)?.id)
  const movement = {
    ownerId: 3,
    kind: 'funding',
    postedAt,
    cardId: null,
    fromAccountId: difference > 0 ? floatId : fundingId,
    toAccountId: difference > 0 ? fundingId : floatId,
    amountCents: cents(Math.abs(difference)),
    feeTypeId: null,
    description: '',
    merchantId: '',
    authNumber: '',
  } as const
  await db.transaction().execute((trx) => postMovements(trx, [movement]))
}
