// Sample load files of the demo programme, for the documentation, the templates and the tests. They need no database,
// because the demo cards' numbers follow from their index.
import { centsToDecimal, type Cents } from '#domain/money.ts'
import { VOYAGER } from './campaigns.ts'
import { type DemoCard, demoCard, type DemoState } from './cards.ts'

export interface SampleRow {
  readonly identifier: string
  readonly amount: string
}

/** The first demo cards of Voyager in this state. The first 400 cards contain enough of every state. */
export function demoCardsInState(state: DemoState, count: number, campaignIds?: readonly number[]): DemoCard[] {
  const found: DemoCard[] = []
  for (let index = 0; found.length < count; index++) {
    const card = demoCard(index)
    if (card.campaign.ownerId !== VOYAGER || card.state !== state) continue
    if (campaignIds && !campaignIds.includes(card.campaign.id)) continue
    found.push(card)
  }
  return found
}

/** Valid rows: active cards, amounts of 20.00 to 69.00. 5,000 rows need 7,200 cards. */
export function sampleRows(count: number, identifierType: 1 | 2 = 1): SampleRow[] {
  return demoCardsInState('active', count).map((card, index) => ({
    identifier: identifierType === 1 ? card.pan : card.trackingNumber,
    amount: centsToDecimal((2_000 + (index % 50) * 100) as Cents),
  }))
}

/** A csv file whose valid rows are followed by one error of each type, for the wizard to find. */
export function sampleWithErrors(goodRows: number): string {
  const good = sampleRows(goodRows)
  const number = (state: DemoState, campaignIds?: readonly number[]) =>
    demoCardsInState(state, 1, campaignIds)[0]?.pan ?? ''
  const active = demoCardsInState('active', goodRows + 3).slice(goodRows)
  const [first, second, third] = active.map((card) => card.pan)
  const faults = [
    `${number('notActivated')},25.00`,
    `${number('stopped')},25.00`,
    `${number('retired')},25.00`,
    `${number('expired')},25.00`,
    `${number('unidentified', [2])},25.00`,
    `${first?.slice(0, 15)}${(Number(first?.slice(15)) + 1) % 10},25.00`,
    `${second?.slice(0, 4)} ${second?.slice(4)},25.00`,
    `${third},99999.00`,
    `${third},12.345`,
    `${third},`,
    '9000010000000000,25.00',
    '9.00001E+15,25.00',
  ]
  return rowsToCsv(good) + faults.join('\n') + '\n'
}

/** With a heading, and a line break after each row. */
export const rowsToCsv = (rows: readonly SampleRow[]): string =>
  ['Card Number,Amount', ...rows.map((row) => `${row.identifier},${row.amount}`), ''].join('\n')
