// Imports statements of the bank. Each booked entry is stored once, even if several files contain the entry. A
// statement that does not add up is refused with the reason. Rules: docs/rules/funding.md, "Bank statements".
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  bankFileFaultToText,
  type BankEntry,
  type BankMovement,
  type BankStatement,
  EntryKeyCreator,
  MAX_BANK_ACCOUNT,
  statementRefusal,
} from '#domain/funding/bank-statements.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { type Cents, cents } from '#domain/money.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber, refuseParameter } from '#server/operations/refuse-parameter.ts'
import { BankFileError, readBankStatements } from '#sheets/bank-statements.ts'
import { decodeText } from '#sheets/decode-text.ts'
import { toCents } from './amounts.ts'
import { readCurrency } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

export const importBankStatement: Handler<'importBankStatement'> = async (context, { fileName, base64 }) => {
  const refusal = refuseLimitedViewer(context) ?? refuseCardNumber('fileName', fileName)
  if (refusal) return refusal
  const { db, viewer } = context
  const statements = readFile(Buffer.from(base64, 'base64'))
  if (statements instanceof BankFileError) {
    const { fault } = statements
    return refuseParameter('base64', () => bankFileFaultToText(fault))
  }
  const currency = await readCurrency(db, viewer.ownerId)
  const keyCreator = new EntryKeyCreator()
  const results = []
  for (const statement of statements) {
    const { account, reference, entries } = statement
    // A sentence in the caller's language. The audit trail has only the numbers.
    const refusedBecause = statementRefusal(statement, currency)
    const added = refusedBecause === undefined ? await storeStatement(context, statement, { fileName, keyCreator }) : 0
    results.push({
      account,
      reference,
      entries: entries.length,
      added,
      ...(refusedBecause !== undefined && { refusal: refusedBecause }),
    })
  }
  context.recordValues({ fileName, rows: results.reduce((sum, { added }) => sum + added, 0) })
  return { statements: results }
}

export const importBankEntries: Handler<'importBankEntries'> = async (context, { fileName, account, entries }) => {
  const refusal =
    refuseLimitedViewer(context) ?? refuseCardNumber('fileName', fileName) ?? refuseCardNumber('account', account)
  if (refusal) return refusal
  const { db, viewer } = context
  const statement: StatementToStore = {
    // Banks write the same number with and without spaces.
    account: account.replaceAll(/\s/g, ''),
    reference: fileName,
    currency: await readCurrency(db, viewer.ownerId),
    openingCents: null,
    closingCents: null,
    entries: entries.map(({ bookedOn, amount, bankReference, reference }) => ({
      bookedOn: bookedOn as CalendarDate,
      amountCents: toSignedCents(amount),
      bankReference,
      reference,
      parts: [],
    })),
  }
  const added = await storeStatement(context, statement, { fileName, keyCreator: new EntryKeyCreator() })
  context.recordValues({ fileName, rows: added })
  return { entries: entries.length, added }
}

const MAX_STATEMENT_REFERENCE = 100

function toSignedCents(amount: string): Cents {
  if (!amount.startsWith('-')) return toCents(amount)
  return cents(0 - toCents(amount.slice(1)))
}

/** A statement of the bank, or a list of entries without balances. */
interface StatementToStore extends Pick<BankStatement, 'account' | 'reference' | 'currency' | 'entries'> {
  readonly openingCents: Cents | null
  readonly closingCents: Cents | null
}

function readFile(bytes: Buffer): readonly BankStatement[] | BankFileError {
  const decoded = decodeText(bytes)
  // A file that is not a text is refused like an empty text.
  const text = decoded.kind === 'text' ? decoded.text : ''
  try {
    return readBankStatements(text)
  } catch (error) {
    if (error instanceof BankFileError) return error
    throw error
  }
}

interface StatementFile {
  readonly fileName: string
  /** Numbers the equal entries of the file, so all statements of the file use the same creator. */
  readonly keyCreator: EntryKeyCreator
}

interface KeyedEntry {
  readonly entry: BankEntry
  readonly key: string
}

/**
 * Stores the statement with its new entries, and returns the number of new entries. Stores nothing if all entries are
 * known.
 */
export async function storeStatement(
  { db, viewer, now }: SessionContext,
  statement: StatementToStore,
  { fileName, keyCreator }: StatementFile,
): Promise<number> {
  const entriesWithKeys = statement.entries.map((entry): KeyedEntry => ({
    entry,
    key: createHash('sha256').update(keyCreator.createKey(entry, statement.account)).digest('hex'),
  }))
  // Two users who import the same entries at the same time wait for each other here.
  await sql`SELECT id FROM owner WHERE id = ${viewer.ownerId} FOR NO KEY UPDATE`.execute(db)
  const keys = entriesWithKeys.map(({ key }) => key)
  const { rows: known } = await sql<{ key: string }>`
    SELECT key FROM bank_entry WHERE owner_id = ${viewer.ownerId} AND key = ANY (${keys}::text[])`.execute(db)
  const seenKeys = new Set(known.map(({ key }) => key))
  const newEntries: KeyedEntry[] = []
  for (const entryWithKey of entriesWithKeys) {
    if (seenKeys.has(entryWithKey.key)) continue
    seenKeys.add(entryWithKey.key)
    newEntries.push(entryWithKey)
  }
  if (newEntries.length === 0) return 0
  const { id: statementId } = await db
    .insertInto('bank_statement')
    .values({
      owner_id: viewer.ownerId,
      currency: statement.currency,
      account: statement.account.slice(0, MAX_BANK_ACCOUNT),
      reference: statement.reference.slice(0, MAX_STATEMENT_REFERENCE),
      opening_cents: statement.openingCents,
      closing_cents: statement.closingCents,
      file_name: fileName,
      imported_by: viewer.userId,
      imported_at: new Date(now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = newEntries.flatMap(({ entry, key }) => {
    const { bookedOn, bankReference, parts } = entry
    const toRow = (movement: BankMovement, part: number) => ({ key, part, bookedOn, bankReference, movement })
    // A single entry is part 0. A collective entry is stored as its parts, numbered from 1.
    if (parts.length === 0) return [toRow(entry, 0)]
    return parts.map((movement, index) => toRow(movement, index + 1))
  })
  await sql`
    INSERT INTO bank_entry (owner_id, statement_id, key, part, booked_on, amount_cents, bank_reference, reference)
    SELECT ${viewer.ownerId}, ${statementId}, s.key, s.part, s.booked_on::date, s.amount, s.bank_reference, s.reference
    FROM ${columnsToTable('s', {
      key: ['text', rows.map(({ key }) => key)],
      part: ['integer', rows.map(({ part }) => part)],
      booked_on: ['text', rows.map(({ bookedOn }) => bookedOn)],
      amount: ['bigint', rows.map(({ movement }) => movement.amountCents)],
      bank_reference: ['text', rows.map(({ bankReference }) => bankReference)],
      reference: ['text', rows.map(({ movement }) => movement.reference)],
    })}`.execute(db)
  return newEntries.length
}
