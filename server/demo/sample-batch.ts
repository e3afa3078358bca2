// Sample load files of the demo programme, for the documentation, the templates and the tests. They need no database,
// because the demo cards' numbers follow from their index.
import { centsToDecimal, type Cents } from '#domain/money.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import { VOYAGER } from './campaigns.ts'
import { type DemoCard, demoCard, type DemoState } from './cards.ts'

export interface SampleRow {
  readonly identifier: string
  readonly amount: string
}

/**
 * Returns the first `count` demo cards of Voyager in this state and, if given, of these campaigns. The small sample
 * files use only the first 400 demo cards, which every demo database has.
 */
export function demoCardsInState(state: DemoState, count: number, campaignIds?: readonly number[]): DemoCard[] {
  const cards: DemoCard[] = []
  for (let index = 0; cards.length < count; index++) {
    const card = demoCard(index)
    if (card.campaign.ownerId !== VOYAGER || card.state !== state) continue
    if (campaignIds && !campaignIds.includes(card.campaign.id)) continue
    cards.push(card)
  }
  return cards
}

/** Valid rows: active cards, with amounts from 20.00 to 69.00. For 5,000 rows, the demo programme needs 7,200 cards. */
export function sampleRows(count: number, identifierType: IdentifierType = PAN): SampleRow[] {
  return demoCardsInState('active', count).map((card, index) => ({
    identifier: identifierType === PAN ? card.pan : card.trackingNumber,
    amount: centsToDecimal((2_000 + (index % 50) * 100) as Cents),
  }))
}

/** A csv file with valid rows, followed by one row with each type of error that the wizard finds. */
export function sampleWithErrors(validRowCount: number): string {
  const validRows = sampleRows(validRowCount)
  const cardNumber = (state: DemoState, campaignIds?: readonly number[]) =>
    demoCardsInState(state, 1, campaignIds)[0]?.pan ?? ''
  const unusedCards = demoCardsInState('active', validRowCount + 3).slice(validRowCount)
  const [first = '', second = '', third = ''] = unusedCards.map((card) => card.pan)
  const wrongCheckDigit = (Number(first.slice(15)) + 1) % 10
  const rowsWithErrors = [
    // Cards that cannot be loaded. Only the Corporate Card (2) requires identified holders.
    `${cardNumber('notActivated')},25.00`,
    `${cardNumber('stopped')},25.00`,
    `${cardNumber('retired')},25.00`,
    `${cardNumber('expired')},25.00`,
    `${cardNumber('unidentified', [2])},25.00`,
    // A wrong check digit, and a space in the number.
    `${first.slice(0, 15)}${wrongCheckDigit},25.00`,
    `${second.slice(0, 4)} ${second.slice(4)},25.00`,
    // An amount above the limit, one with three decimals, and none.
    `${third},99999.00`,
    `${third},12.345`,
    `${third},`,
    // A number of no card, and a number that a spreadsheet program has rounded.
    '9000010000000000,25.00',
    '9.00001E+15,25.00',
  ]
  return rowsToCsv(validRows) + rowsWithErrors.join('\n') + '\n'
}

/** Writes a heading and the rows, each with a line break. */
export const rowsToCsv = (rows: readonly SampleRow[]): string =>
  ['Card Number,Amount', ...rows.map((row) => `${row.identifier},${row.amount}`), ''].join('\n')
