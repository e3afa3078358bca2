// How rows are put into words on screen: findings, masked identifiers, amounts, empty views.
import { type FindingCode, findingKinds } from '#domain/batch/findings.ts'
import { groupDigits, type IdentifierType, identifierKinds, maskPan, PAN } from '#domain/cards/identifiers.ts'
import { cents, centsToText } from '#domain/money.ts'
import type { RowFilter } from '#flows/batch-row-view.ts'
import type { BatchRow, RowRules } from '#flows/batch-rows.ts'

/** A finding about a row: what is wrong and what to do. */
export function findingWords(code: FindingCode, row: BatchRow, rules: RowRules): string {
  if (code === 'cardUnknown' && rules.noIdentifierValidation) {
    return 'No card of your programme has this number. The row is accepted and fails when the batch is processed, unless the card exists by then.'
  }
  const { label, length } = identifierKinds[rules.identifierType]
  return findingKinds[code].words({
    ...row,
    type: rules.type,
    identifierLabel: label,
    identifierLength: length,
    ...row.facts,
  })
}

/** contract "Cards": card numbers are masked on screen. What is no whole number is shown as far as it helps to mend it. */
export function shownIdentifier({ identifier }: Pick<BatchRow, 'identifier'>, type: IdentifierType): string {
  if (identifier === '') return '—'
  if (type !== PAN) return /^\d+$/.test(identifier) ? groupDigits(identifier) : identifier
  const digits = identifier.replace(/\D/g, '').length
  if (digits < 13) return identifier
  return /^\d+$/.test(identifier) ? groupDigits(maskPan(identifier)) : maskMiddle(identifier)
}

/** `whole`: what is said of a row without an amount, which takes all that the card holds. */
export function shownAmount(
  row: Pick<BatchRow, 'amountCents' | 'amountText' | 'identifierTo' | 'wholeCents'>,
  { whole = '', needsTarget = false }: { whole?: string | undefined; needsTarget?: boolean } = {},
): string {
  const { amountCents, wholeCents } = row
  const amountText = amountField(row, needsTarget)
  if (amountCents > 0) return centsToText(amountCents)
  if (amountText !== '') return amountText
  return wholeCents === undefined || wholeCents === 0 ? whole || '—' : `all ${centsToText(cents(wholeCents))}`
}

/** What stands in the amount's place: also a text too long for an amount, which reads as a second card where there is none. */
export const amountField = (row: Pick<BatchRow, 'amountText' | 'identifierTo'>, needsTarget: boolean): string =>
  row.amountText === '' && !needsTarget ? row.identifierTo : row.amountText

export function emptyWords(filter: RowFilter): string {
  switch (filter.show) {
    case 'errors':
      return 'No row is left to fix'
    case 'edited':
      return 'No row has been edited'
    case 'removed':
      return 'No row has been removed'
    case 'reason':
      return 'No row has this finding any more'
    case 'all':
    case 'errorsFirst':
      return 'Every row has been removed'
  }
}

// Digits between the first six and the last four give way to dots; spaces and letters, which are what is wrong, stay.
function maskMiddle(identifier: string): string {
  const total = identifier.replace(/\D/g, '').length
  let seen = 0
  return identifier.replace(/\d/g, (digit) => {
    seen += 1
    return seen <= 6 || seen > total - 4 ? digit : '•'
  })
}
