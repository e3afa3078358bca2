// Reads the rows of a file of past transactions: its columns, and what their fields mean.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import type { CsvColumns, CsvFile } from '../csv-file.ts'
import { cardIdentifierColumns, readCardIdentifier } from '../find-cards.ts'
import type { ImportContext } from '../import-file.ts'
import { readId, readNames } from '../name-lookup.ts'
import { createRowReader, type RowReader } from '../row-reader.ts'
import type { StagedType, IncompleteCard, TransactionToStage } from './stage.ts'

export const transactionColumns = {
  fixed: [
    ...cardIdentifierColumns,
    { key: 'number', heading: 'Number' },
    { key: 'posted', heading: 'Posted', isRequired: true },
    { key: 'kind', heading: 'Kind', isRequired: true },
    { key: 'amount', heading: 'Amount', isRequired: true },
    { key: 'currency', heading: 'Currency', isRequired: true },
    { key: 'description', heading: 'Description', isRequired: true },
    { key: 'merchantId', heading: 'Merchant ID' },
    { key: 'authNumber', heading: 'Auth Number' },
    { key: 'feeType', heading: 'Fee Type' },
    { key: 'reverses', heading: 'Reverses' },
    { key: 'released', heading: 'Released' },
    { key: 'errorCode', heading: 'Error Code' },
    { key: 'method', heading: 'Method' },
    { key: 'manager', heading: 'Manager' },
    { key: 'cardBalance', heading: 'Card Balance' },
    { key: 'happened', heading: 'Happened' },
  ],
} as const satisfies CsvColumns

/**
 * The types of transactions in a file, with the sign that the amount must have. '±': the amount can have either sign.
 * '0': the amount has no sign, because the type does not change the balance.
 */
const amountSigns: Readonly<Record<StagedType, '+' | '-' | '±' | '0'>> = {
  load: '+',
  purchase: '±',
  transfer: '±',
  devalue: '-',
  fee: '-',
  reversal: '+',
  authorisation: '0',
  failed: '0',
}
const stagedTypes = Object.keys(amountSigns) as StagedType[]

export interface TransactionReader {
  /** Returns the transaction of a row, or its errors in sentences and the card that it belongs to. */
  readonly read: (line: number, fields: readonly string[]) => TransactionToStage | RefusedTransaction
}

export interface RefusedTransaction extends IncompleteCard {
  readonly faults: string
}

export async function createTransactionReader(context: ImportContext, file: CsvFile): Promise<TransactionReader> {
  const { db, now, client, currency } = context
  const feeTypes = await readNames(db, 'Fee Type', sql`SELECT id, name FROM fee_type ORDER BY id`)
  const row = createRowReader(file.keys, transactionColumns.fixed, client.timeZone)
  return {
    read: (line, fields) => {
      row.begin(fields)
      row.require('posted', 'kind', 'amount', 'currency')
      const card = readCardIdentifier(row, context)
      const currencyInRow = row.raw('currency')
      if (currencyInRow !== '' && currencyInRow !== currency)
        row.addFault(`Currency is ${currencyInRow}, and the programme is in ${currency}.`)
      const postedAt = row.instant('posted')
      if (postedAt && postedAt > now) row.addFault('Posted is in the future.')
      const kind = row.choice('kind', stagedTypes)
      const commonFields = {
        line,
        ...card,
        amountCents: readAmount(row, kind),
        description: row.textWithoutCardNumber('description'),
        merchantId: row.textWithoutCardNumber('merchantId'),
        authNumber: row.text('authNumber'),
        feeTypeId: readId(row, 'feeType', feeTypes) ?? null,
        number: row.wholeNumber('number') ?? null,
        reverses: row.wholeNumber('reverses') ?? null,
        releasedAt: readRelease(row, kind, postedAt, now),
        happenedAt: readHappened(row, kind, postedAt),
      }
      checkFields(row, kind)
      const failed = kind === 'failed' ? { failed: readFailureFields(row) } : {}
      const faults = row.faultText()
      // A required field that could not be read has added a fault.
      const hasRequiredValues = kind !== undefined && postedAt !== undefined
      if (faults !== '' || !hasRequiredValues) return { line, ...card, faults }
      return { ...commonFields, ...failed, kind, postedAt }
    },
  }
}

function readAmount(row: RowReader, kind: StagedType | undefined): TransactionToStage['amountCents'] {
  const amount = row.amount('amount', 'either')
  if (row.isEmpty('amount') || !kind) return amount
  const sign = amountSigns[kind]
  if (amount === 0) row.addFault('Amount is zero.')
  if (amount < 0 && sign === '+') row.addFault(`Amount is below zero, but a ${kind} increases the balance.`)
  if (amount > 0 && sign === '-')
    row.addFault(`Amount is above zero, but a ${kind} reduces the balance: write -${row.raw('amount')}.`)
  if (amount < 0 && sign === '0')
    row.addFault('Amount is below zero: a row that does not change the balance has no sign.')
  return amount
}

function readRelease(row: RowReader, kind: StagedType | undefined, postedAt: Date | undefined, now: Date): Date | null {
  const releasedAt = row.instant('released')
  if (!releasedAt) return null
  if (kind && kind !== 'authorisation') row.addFault(`Released is given, and the row is a ${kind}.`)
  if (releasedAt > now) row.addFault('Released is in the future.')
  if (postedAt && releasedAt < postedAt) row.addFault('Released is before Posted.')
  return releasedAt
}

function readHappened(row: RowReader, kind: StagedType | undefined, postedAt: Date | undefined): Date | null {
  const happenedAt = row.instant('happened')
  if (!happenedAt) return null
  if (kind === 'failed') row.addFault('Happened is given, and the row is a failed transaction.')
  if (postedAt && happenedAt >= postedAt) row.addFault('Happened is not before Posted: leave it empty.')
  return happenedAt
}

/** Adds errors for fields that a row of this type cannot have, and for missing fields. */
function checkFields(row: RowReader, kind: StagedType | undefined): void {
  if (kind === undefined) return
  if (kind === 'reversal') row.require('number', 'reverses')
  else if (!row.isEmpty('reverses')) row.addFault(`Reverses is given, and the row is a ${kind}.`)
  if (amountSigns[kind] === '0' && !row.isEmpty('number'))
    row.addFault('Number is given, and the row does not change the balance.')
  const canHaveFeeType = kind === 'fee' || kind === 'reversal'
  if (!canHaveFeeType && !row.isEmpty('feeType')) row.addFault(`Fee Type is given, and the row is a ${kind}.`)
}

const readFailureFields = (row: RowReader) => ({
  errorCode: row.text('errorCode'),
  method: row.textWithoutCardNumber('method'),
  manager: row.textWithoutCardNumber('manager'),
  cardBalanceCents: cents(row.amount('cardBalance', 'either')),
})
