// How far a row has come: Line (a sheet's fields) → CheckedRow (checked on this machine) → VerifiedRow (checked by the host).
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { hasValidCheckDigit, identifierKinds } from '#domain/cards/identifiers.ts'
import { type Cents, textToCents } from '#domain/money.ts'
import { type FindingSet, findingBit } from './findings.ts'
import { type BatchType, batchKinds } from './kinds.ts'

/** One line of a sheet as it was read. */
export interface Line {
  /** The row's number as the spreadsheet program shows it, from 1. */
  readonly rowNumber: number
  readonly fields: readonly string[]
}

/** A row after the checks that need no host. */
export interface CheckedRow {
  readonly rowNumber: number
  readonly identifier: string
  /** Empty where the row names no second card. */
  readonly identifierTo: string
  /** The amount as it stands in the file; empty where there is none. */
  readonly amountText: string
  /** 0 where the amount cannot be read; a finding then says so. */
  readonly amountCents: Cents
  readonly fieldCount: number
  readonly findings: FindingSet
}

/** What all rows of one file are checked against. */
export interface CheckRules {
  readonly type: BatchType
  readonly identifierType: IdentifierType
}

/** The three fields that a row may have; empty where it has them not. */
export interface RowFields {
  readonly identifier: string
  readonly identifierTo: string
  readonly amountText: string
}

/** A line as a checked row; undefined for a line that is no row: blank, or one short field. */
export function lineToRow(line: Line, rules: CheckRules): CheckedRow | undefined {
  const fields = trimFields(line.fields)
  const parts = splitLine(fields)
  return parts && checkRow({ rowNumber: line.rowNumber, ...parts, fieldCount: fields.length }, rules)
}

/**
 * batches §5: one field counts only if longer than 10 characters (amount 0); the second of two is a target if longer than
 * 10 characters, otherwise the amount; three are identifier, target, amount. Undefined for a line that is no row.
 * @param fields as `trimFields` gives them
 */
export function splitLine(fields: readonly string[]): RowFields | undefined {
  const [first = '', second = '', third = ''] = fields
  if (fields.length === 0 || (fields.length === 1 && first.length <= MIN_LONE_IDENTIFIER)) return undefined
  if (fields.length >= 3) return { identifier: first, identifierTo: second, amountText: third }
  return second.length > MAX_AMOUNT_LENGTH
    ? { identifier: first, identifierTo: second, amountText: '' }
    : { identifier: first, identifierTo: '', amountText: second }
}

/** One field alone is an identifier only if it is longer than this. */
export const MIN_LONE_IDENTIFIER = 10
/** The second of two fields is an amount up to this length, and a target beyond it. */
export const MAX_AMOUNT_LENGTH = 10

/** The fields without space around them and without empty ones at the end; none for a blank line. */
export function trimFields(fields: readonly string[]): string[] {
  let count = fields.length
  while (count > 0 && fields[count - 1]?.trim() === '') count -= 1
  const trimmed: string[] = []
  for (let i = 0; i < count; i++) trimmed.push(fields[i]?.trim() ?? '')
  return trimmed
}

/** A file's first line is its header where its identifier has letters and no digit: 'Card Number,Amount'. */
export function isHeader(identifier: string): boolean {
  if (/[0-9]/.test(identifier)) return false
  // The letters of all scripts take a while to set up and are seldom needed.
  return /[A-Za-z]/.test(identifier)
    ? !/[^ -~]/.test(identifier) || !/\p{N}/u.test(identifier)
    : isForeignHeader(identifier)
}

const isForeignHeader = (identifier: string): boolean =>
  /[^ -~]/.test(identifier) && /\p{L}/u.test(identifier) && !/\p{N}/u.test(identifier)

/** Runs the checks of one row again, for example after an edit. Duplicates are the file's business: see `findDuplicates`. */
export function checkRow(
  row: Pick<CheckedRow, 'rowNumber' | 'identifier' | 'identifierTo' | 'amountText' | 'fieldCount'>,
  rules: CheckRules,
): CheckedRow {
  const kind = batchKinds[rules.type]
  const amount = textToCents(row.amountText)
  let findings = identifierToFindings(row.identifier, rules.identifierType)
  if (row.fieldCount > 3) findings |= findingBit('fieldCount')
  if (kind.needsTarget) findings |= targetToFindings(row, rules.identifierType)
  if (row.identifierTo !== '' && !kind.needsTarget && kind.amount !== 'none') findings |= findingBit('readsAsTarget')
  else if (
    typeof amount === 'string' &&
    (kind.amount === 'required' || (kind.amount === 'optional' && row.amountText !== ''))
  )
    findings |= findingBit(amount)
  return { ...row, amountCents: typeof amount === 'string' ? (0 as Cents) : amount, findings }
}

function targetToFindings(row: Pick<CheckedRow, 'identifier' | 'identifierTo'>, type: IdentifierType): FindingSet {
  if (row.identifierTo === '') return findingBit('targetMissing')
  if (normaliseIdentifier(row.identifierTo) === normaliseIdentifier(row.identifier)) return findingBit('targetSame')
  return identifierToFindings(row.identifierTo, type) === 0 ? 0 : findingBit('targetInvalid')
}

/** The finding of a card that stands in a file more than once: refused where 'duplicateCard' is checked (batches §9). */
export const duplicateFinding = (type: BatchType): 'duplicate' | 'duplicateCard' =>
  batchKinds[type].defaultValidation.includes('duplicateCard') ? 'duplicateCard' : 'duplicate'

const DIGITS = /^[0-9]+$/

/** What is wrong with an identifier by itself, as bits; 0 where nothing is. */
export function identifierToFindings(identifier: string, type: IdentifierType): FindingSet {
  const { length, checkDigit } = identifierKinds[type]
  // Nearly all are sound, so that is asked first.
  const isDigits = DIGITS.test(identifier)
  if (isDigits && identifier.length === length)
    return checkDigit && !hasValidCheckDigit(identifier) ? findingBit('identifierCheckDigit') : 0
  if (identifier === '') return findingBit('identifierMissing')
  if (isDamaged(identifier)) return findingBit('identifierDamaged')
  if (SPACED.test(identifier)) return findingBit('identifierSpaced')
  return findingBit(isDigits ? 'identifierLength' : 'identifierNotDigits')
}

const SPACED = /^[0-9]+(?:[\s\u00a0-]+[0-9]+)+$/

/**
 * True for a number in E notation ('4.12346E+15'): a spreadsheet has rounded it and its last digits are lost. A number
 * cell of 16 digits or more is put into that form when it is read, since a spreadsheet holds 15 (threats T33).
 */
export const isDamaged = (identifier: string): boolean => /^[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+$/.test(identifier)

/** The identifier without what people type between digits; the cure of 'identifierSpaced'. */
export const normaliseIdentifier = (identifier: string): string => identifier.replace(/[\s\u00a0-]/g, '')

/**
 * The positions of all copies of an identifier that stands more than once (threats T35: all copies, after normalising).
 * Rounded numbers are left out: two of them may have been two cards.
 */
export function findDuplicates(identifiers: readonly string[]): Set<number> {
  const firstAt = new Map<string, number>()
  const copies = new Set<number>()
  identifiers.forEach((identifier, index) => {
    const key = normaliseIdentifier(identifier)
    if (key === '' || isDamaged(key)) return
    const first = firstAt.get(key)
    if (first === undefined) firstAt.set(key, index)
    else copies.add(first).add(index)
  })
  return copies
}
