// Locks the accounts of an owner that do not belong to cards. Lock order of all accounts: the owner's accounts first,
// then card accounts by id.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

export interface OwnerAccount {
  readonly id: number
  readonly balance_cents: number
  readonly version: number
}
export type OwnerAccountType = 'funding' | 'fee' | 'settlement' | 'float'
export type OwnerAccounts = Readonly<Record<OwnerAccountType, OwnerAccount>>

/**
 * Locks the owner's accounts until the transaction ends, and returns their state. Every posting starts here, so that a
 * second posting waits before it locks a card.
 */
export async function lockOwnerAccounts(trx: Db, ownerId: number, currency: string): Promise<OwnerAccounts> {
  const { rows } = await sql<OwnerAccount & { kind: OwnerAccountType }>`
    SELECT id, kind, balance_cents, version FROM account
    WHERE owner_id = ${ownerId} AND currency = ${currency} AND card_id IS NULL
    ORDER BY id FOR UPDATE
  `.execute(trx)
  const find = (kind: OwnerAccountType): OwnerAccount => {
    const row = rows.find((account) => account.kind === kind)
    if (!row) throw new Error(`owner ${ownerId} has no ${kind} account in ${currency}`)
    return row
  }
  return { funding: find('funding'), fee: find('fee'), settlement: find('settlement'), float: find('float') }
}
