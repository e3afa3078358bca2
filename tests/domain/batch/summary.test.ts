// The summary of a batch for its approver: counts and sums, changed cards, duplicates and the largest rows.
import { describe, expect, it } from 'vitest'
import { cardFinding } from '#domain/batch/card-rows.ts'
import {
  sortByAmount,
  findingToStatement,
  rowsToSummary,
  type SummaryRow,
  codesToFindings,
} from '#domain/batch/summary.ts'
import { cents } from '#domain/money.ts'

const row = (amount: number, more: Partial<SummaryRow> = {}): SummaryRow => ({
  amountCents: cents(amount),
  feeCents: cents(50),
  loaded: false,
  firstLoad: false,
  isDuplicate: false,
  movesWholeBalance: false,
  repeatedIn: [],
  findingsNow: [],
  ...more,
})

describe('the summary of a batch', () => {
  it('counts and sums all rows, with their fees', () => {
    const summary = rowsToSummary([row(10_000), row(2_500), row(1)])
    expect(summary.all).toEqual({ rows: 3, amountCents: 12_501 })
    expect(summary.feeCents).toBe(150)
  })

  it('is empty, not missing, for a batch without rows', () => {
    expect(rowsToSummary([])).toEqual({
      all: { rows: 0, amountCents: 0 },
      feeCents: 0,
      loaded: { rows: 0, amountCents: 0 },
      notLoaded: { rows: 0, amountCents: 0, feeCents: 0 },
      firstLoads: { rows: 0, amountCents: 0 },
      changed: { rows: 0, amountCents: 0, reasons: [] },
      duplicates: { rows: 0, amountCents: 0 },
      wholeBalances: { rows: 0, amountCents: 0 },
      repeated: { rows: 0, amountCents: 0, batches: [] },
      largest: [],
    })
  })

  it('counts and sums the loaded rows and the first loads of cards', () => {
    const summary = rowsToSummary([row(100, { loaded: true }), row(200, { firstLoad: true }), row(400)])
    expect(summary.loaded).toEqual({ rows: 1, amountCents: 100 })
    expect(summary.firstLoads).toEqual({ rows: 1, amountCents: 200 })
  })

  it('groups rows whose card has changed by reason, and counts a row with two reasons once', () => {
    const stopped = [cardFinding('cardStopped')]
    const stoppedAndOverLimit = [cardFinding('cardStopped'), cardFinding('loadLimit')]
    const summary = rowsToSummary([
      row(100),
      row(200, { findingsNow: stopped }),
      row(300, { findingsNow: stoppedAndOverLimit }),
    ])
    expect(summary.changed).toEqual({
      rows: 2,
      amountCents: 500,
      reasons: [
        { finding: cardFinding('cardStopped'), rows: 2 },
        { finding: cardFinding('loadLimit'), rows: 1 },
      ],
    })
  })

  it('lists other batches with the same rows, newest first and each once', () => {
    const summary = rowsToSummary(
      [['9'], ['41', '9'], ['9']].map((repeatedIn) => row(100, { repeatedIn })).concat(row(1)),
    )
    expect(summary.repeated).toEqual({ rows: 3, amountCents: 300, batches: ['41', '9'] })
  })

  it('lists the largest rows, equal ones in file order, and does not reorder the file', () => {
    const rows = [row(5), row(9, { firstLoad: true }), row(9), row(1)]
    expect(rowsToSummary(rows, 2).largest).toEqual([rows[1], rows[2]])
    expect(sortByAmount(rows)).toEqual([rows[1], rows[2], rows[0], rows[3]])
    expect(rows[0]?.amountCents).toBe(5)
  })
})

describe('findings of the server', () => {
  it('are in the order of the table, and unknown codes of a newer server are skipped', () => {
    const findings = codesToFindings(['loadLimit', 'somethingNew', 'cardStopped'])
    expect(findings.map(({ code }) => code)).toEqual(['cardStopped', 'loadLimit'])
  })

  it.each([
    ['cardStopped', 'Card is stopped'],
    ['cardExpired', 'Card has expired'],
    ['cardKyc', "Card's holder is not identified yet"],
    ['loadLimit', 'Amount is outside the load limits'],
  ] as const)('%s reads as a state: %s', (code, statement) => {
    expect(findingToStatement(cardFinding(code))).toBe(statement)
  })
})
