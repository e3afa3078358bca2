// Validates the rows of a batch: repeats the checks of the portal's worker, then checks the state of the cards. Two SQL
// queries are enough for all rows.
import { type CardFieldName, type CardRowType, cardFinding, cardRows } from '#domain/batch/card-rows.ts'
import type { TargetFault } from '#domain/batch/findings.ts'
import type { CardToValidate } from '#domain/batch/load-validation.ts'
import { rowValidators } from '#domain/batch/row-validators.ts'
import { type AdditionalValidation, batchTypes, type BatchType } from '#domain/batch/types.ts'
import { duplicateKey, findRepeatedRows } from '#domain/rows/duplicates.ts'
import { validateIdentifier } from '#domain/rows/fields.ts'
import { addFinding, type FindingSet } from '#domain/rows/findings.ts'
import { type CheckedRow, checkRow } from '#domain/rows/row-type.ts'
import type { CardFacts } from '#domain/batch/load-checks.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Cents, cents, centsToDecimal, decimalToCents } from '#domain/money.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import { countUnknownNumbers, validateUnknownNumberLimit } from '#server/operations/unknown-numbers.ts'
import { readCampaignRules, type CampaignRules, rowToCardFacts } from '#server/ledger/card-facts.ts'
import { batchFingerprint } from '#server/db/fingerprint.ts'
import { findCards, type FoundCard } from './find-cards.ts'

/** One row as sent, see `batchElement` in the contract. */
export interface BatchElement {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  /** With exactly two decimals. */
  readonly amount: string
  /** Only for loads, see `batchElement`. */
  readonly targetBalance?: string | undefined
}

/** The rows of a call, and how to check them. */
export interface ElementsToValidate {
  readonly type: BatchType
  readonly identifierType: IdentifierType
  readonly validation: readonly AdditionalValidation[]
  /** For a devalue: true if the cards are also retired. */
  readonly retire?: boolean
  readonly elements: readonly BatchElement[]
}

/** One card of a row, with its state. */
export interface ValidatedCard {
  readonly identifier: string
  readonly facts: CardFacts
  readonly card: FoundCard | undefined
  readonly campaign: CampaignRules | undefined
}

export interface ValidatedRow extends ValidatedCard {
  readonly row: CheckedRow<CardFieldName>
  /** The target card of a transfer. Undefined for other types. */
  readonly target: ValidatedCard | undefined
  readonly targetFaults: readonly TargetFault[]
  /** The amount that the row moves: the sent amount, the card's balance, or the amount up to the target balance. */
  readonly amountCents: Cents
  readonly movesWholeBalance: boolean
  /** The balance to which a load tops up its card. */
  readonly targetBalanceCents: Cents | undefined
  /** The campaign's fee for a row of a batch. 0 if the card is unknown or this type of batch has no fee. */
  readonly feeCents: Cents
  readonly findings: FindingSet
}

/** A row whose fields can be set. Findings are added in place: copying 5,000 rows takes longer than checking them. */
type MutableRow = { -readonly [Key in keyof ValidatedRow]: ValidatedRow[Key] }

/** The fingerprint of the rows and their cards. */
export const fingerprintRows = (
  { secrets }: SessionContext,
  { type, identifierType, elements }: ElementsToValidate,
  rows: readonly ValidatedRow[],
): string =>
  batchFingerprint(
    secrets,
    type,
    identifierType,
    elements.map((element, index) => {
      const row = rows[index]
      // A client can send a row that has a target balance with or without an amount. Both rows get the same
      // fingerprint, because the computed amount replaces the sent amount.
      const computedAmount = centsToDecimal(row?.amountCents ?? cents(0))
      return {
        ...element,
        amount: element.targetBalance === undefined ? element.amount : computedAmount,
        cardId: row?.card?.card_id ?? null,
        targetCardId: row?.target?.card?.card_id ?? null,
      }
    }),
  )

/**
 * Validates the rows, and counts the unknown card numbers of the call. Refuses the call if it has too many of them. The
 * limit is checked before and after, so that a user over the limit learns nothing about the cards.
 */
export async function validateRowsOfCall(
  context: SessionContext,
  input: ElementsToValidate,
): Promise<ValidatedRow[] | Refusal> {
  const refusal = await validateUnknownNumberLimit(context, cardNumbersIn(input))
  if (refusal) return refusal
  const rows = await validateRows(context, input)
  const knownIdentifiers = new Set<string>()
  for (const { identifier, card, target } of rows) {
    if (card) knownIdentifiers.add(identifier)
    if (target?.card) knownIdentifiers.add(target.identifier)
  }
  const unknownNumbers = cardNumbersIn(input).filter((cardNumber) => !knownIdentifiers.has(cardNumber))
  const countRefusal = await countUnknownNumbers(context, unknownNumbers.length)
  return countRefusal ?? rows
}

/** The well-formed card numbers of the rows, without duplicates. */
const cardNumbersIn = (input: ElementsToValidate): readonly string[] =>
  input.identifierType === PAN ? wellFormedIdentifiers(input) : []

/** Returns every row with its findings, in the order of the call. */
export async function validateRows(context: SessionContext, input: ElementsToValidate): Promise<ValidatedRow[]> {
  const rows = await readRowsWithCards(context, input)
  const validationResults = rowValidators[input.type](
    rows.map((row) => ({
      source: toCardToValidate(row, input),
      target: row.target && toCardToValidate(row.target, input),
      amountCents: row.amountCents,
      targetBalanceCents: row.targetBalanceCents,
      feeCents: row.feeCents,
      movesWholeBalance: row.movesWholeBalance,
      findings: row.findings,
    })),
    { validation: input.validation, retire: input.retire ?? false },
  )
  for (const [index, row] of rows.entries()) Object.assign(row, validationResults[index])
  return rows
}

function toCardToValidate(
  { identifier, card, facts }: ValidatedCard,
  input: ElementsToValidate,
): CardToValidate | undefined {
  if (!isWellFormed(identifier, input)) return undefined
  return { key: card?.card_id ?? identifier, facts, heldCents: cents(card?.held_cents ?? 0) }
}

async function readRowsWithCards(context: SessionContext, input: ElementsToValidate): Promise<MutableRow[]> {
  const { elements, identifierType, type } = input
  const { needsTarget, amount, chargesFee } = batchTypes[type]
  const campaigns = await readCampaignRules(context.db, context.viewer.ownerId)
  const cards = await findCards(context.db, context.secrets, {
    scope: context.viewer,
    identifierType,
    identifiers: wellFormedIdentifiers(input),
    today: instantToDate(context.now(), context.client.timeZone),
  })
  const findCard = (identifier: string): ValidatedCard => {
    const card = cards.get(identifier)
    const campaignId = card?.campaign_id ?? undefined
    const campaign = campaignId === undefined ? undefined : campaigns.get(campaignId)
    return { identifier, card, campaign, facts: rowToCardFacts(card, campaigns) }
  }
  const rowType = cardRows({ type, identifierType })
  const checkedElements = elements.map((element, index) => ({
    element,
    row: elementToRow(rowType, element, index, input),
  }))
  const repeatedRowIndexes = findRepeatedRows(checkedElements.map(({ row }) => duplicateKey(rowType, row.values)))
  const duplicateFinding = cardFinding(input.validation.includes('duplicateCard') ? 'duplicateCard' : 'duplicate')
  return checkedElements.map(({ element, row }, index) => {
    const { identifier, facts, card, campaign } = findCard(element.identifier)
    const campaignFee = campaign?.batchFeeCents ?? NO_FEE
    // The amount is the only money field of a row.
    const [ownAmount = cents(0)] = row.cents
    return {
      identifier,
      facts,
      card,
      campaign,
      row,
      target: needsTarget ? findCard(row.values.identifierTo) : undefined,
      movesWholeBalance: amount === 'optional' && row.values.amount === '',
      feeCents: chargesFee ? campaignFee : NO_FEE,
      targetBalanceCents: toTargetBalance(element),
      // The validators compute the amount of a top-up, and the faults of the target.
      amountCents: isTopUp(element) ? cents(0) : ownAmount,
      targetFaults: [],
      findings: repeatedRowIndexes.has(index) ? addFinding(row.findings, duplicateFinding) : row.findings,
    }
  })
}

/** The well-formed identifiers of the rows, without duplicates. */
function wellFormedIdentifiers(input: ElementsToValidate): readonly string[] {
  const { needsTarget } = batchTypes[input.type]
  const identifiers = input.elements.flatMap(({ identifier, identifierTo = '' }) =>
    needsTarget ? [identifier, identifierTo] : [identifier],
  )
  return [...new Set(identifiers)].filter((identifier) => isWellFormed(identifier, input))
}

const isWellFormed = (identifier: string, { identifierType }: ElementsToValidate): boolean =>
  validateIdentifier(identifier, identifierType) === undefined

const NO_FEE = 0 as Cents

/** True if the row has a target balance and no amount. */
const isTopUp = (element: BatchElement): element is BatchElement & { readonly targetBalance: string } =>
  element.targetBalance !== undefined && decimalToCents(element.amount) === 0

function toTargetBalance({ targetBalance }: BatchElement): Cents | undefined {
  if (targetBalance === undefined) return undefined
  return decimalToCents(targetBalance) ?? cents(0)
}

/** Checks the element like a row of a file. `index` is its position in the call. */
function elementToRow(rowType: CardRowType, element: BatchElement, index: number, input: ElementsToValidate) {
  const identifierTo = element.identifierTo ?? ''
  // The amount of a top-up is not known yet, so its target balance is checked instead.
  const checkedAmount = isTopUp(element) ? element.targetBalance : element.amount
  const amount = decimalToCents(checkedAmount) ?? cents(0)
  // In the API, '0.00' stands for a missing amount.
  const isAmountMissing = amount === 0 && batchTypes[input.type].amount !== 'required'
  const { activeFields } = rowType
  // A second card that this type does not use counts as one field too many, so that `checkRow` reports this card.
  const hasUnusedCard = identifierTo !== '' && !batchTypes[input.type].needsTarget
  return checkRow(rowType, {
    rowNumber: index + 1,
    values: { identifier: element.identifier, identifierTo, amount: isAmountMissing ? '' : centsToDecimal(amount) },
    fieldCount: hasUnusedCard ? activeFields.length + 1 : activeFields.length,
  })
}
