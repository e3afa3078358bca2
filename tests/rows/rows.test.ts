// The open rows of the wizard: edits, removals, undo, duplicates, the server's check marks, and saving to and restoring
// from a draft.
import { describe, expect, test } from 'vitest'
import type { VerifiedElement } from '#contract/batches.ts'
import { packChecks } from '#domain/batch/packed-checks.ts'
import { cardFinding, type CardRowType, cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import { checkRow, findingMessage, toValues } from '#domain/rows/row-type.ts'
import { createRowEdits } from '#rows/edits.ts'
import { checkToResult, elementToResult, idsToElements } from '#rows/card-elements.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { applyResults, toSentRows, findSendableIds } from '#rows/sent.ts'
import { chunksToRows, chunksToTable, rowsToChunk } from '#rows/stored.ts'
import { nextFaulty, rowsToView } from '#rows/view.ts'
import { checkedCard } from '#tests/support/card-response.ts'

const rules = { type: 'load', identifierType: 2 } as const
const rowType = cardRows(rules)
const card = (n: number) => String(100_000_000_000_000 + n)
const encode = (text: string) => new TextEncoder().encode(text)
const noPause = () => Promise.resolve()

/** Rows of a file without a header; row numbers of the sheet begin at 1. */
function rowsOf(
  lines: readonly (readonly [identifier: string, amount: string])[],
  type: CardRowType = rowType,
): AnyRows {
  const checkedRows = lines.map(([identifier, amount], index) =>
    checkRow(type, { rowNumber: index + 1, values: { identifier, identifierTo: '', amount }, fieldCount: 2 }),
  )
  return createRows(packRows(type, markDuplicates(type, checkedRows), encode), type)
}

const codesOf = (rows: AnyRows, id: number) => rows.findingsOf(id).map(({ code }) => code)
const response = (identifier: string, findings: string[] = []): VerifiedElement => ({
  identifier,
  amount: '1.00',
  batchFeeAmount: '0.50',
  findings,
  source: checkedCard,
})
const sentOf = (rows: AnyRows, ids: readonly number[]) => ({
  ...toSentRows(rows, ids),
  elements: idsToElements(rows, ids, 'submit'),
})
const allSentOf = (rows: AnyRows, which: 'toCheck' | 'toSubmit') => sentOf(rows, findSendableIds(rows, which))
const applyVerified = (
  rows: AnyRows,
  sent: ReturnType<typeof sentOf>,
  verified: readonly VerifiedElement[],
  checkedAt: number,
) =>
  applyResults(
    rows,
    sent,
    sent.elements.map((element, index) => {
      const checks = packChecks(verified)
      return verified[index] && checkToResult(rows, element, { checks, index, checkedAt })
    }),
  )
const verifyAll = (rows: AnyRows, findings: Record<number, string[]> = {}) => {
  const sent = allSentOf(rows, 'toCheck')
  applyVerified(
    rows,
    sent,
    sent.elements.map(({ identifier }, index) => response(identifier, findings[index])),
    1000,
  )
}

test('packed results of a check say the same as the elements of the response', () => {
  const rows = rowsOf([
    [card(1), '1.00'],
    [card(2), '0.00'],
    [card(3), '3.00'],
    [card(4), '4.00'],
  ])
  const elements = idsToElements(rows, [0, 1, 2, 3], 'check')
  const holder = { ...checkedCard, cardholder: 'Aisha Tan' }
  const verified: VerifiedElement[] = [
    { ...response(card(1)), source: holder },
    { ...response(card(2)), amount: '20.50' },
    { ...response(card(3), ['repeated']), repeatedIn: ['7', '9'] },
    { ...response(card(4)), source: holder, destination: { ...checkedCard, cardholder: 'Ben Lim' } },
  ]
  // As the worker passes them to the page.
  const checks = structuredClone(packChecks(verified))
  const results = elements.map((element, index) => checkToResult(rows, element, { checks, index, checkedAt: 1000 }))
  expect(results).toEqual(elements.map((element, index) => elementToResult(rows, element, verified[index]!, 1000)))
  expect(checks.withFindings.size).toBe(1)
})

describe('figures', () => {
  test('count valid rows, rows to fix and rows that the server has not checked', () => {
    const rows = rowsOf([
      [card(1), '1.00'],
      [card(2), 'x'],
      [card(3), '2.50'],
    ])
    expect(rows.figures()).toMatchObject({
      rows: 3,
      valid: 2,
      toFix: 1,
      amountCents: 350,
      feeCents: 0,
      unchecked: 2,
      checkable: 2,
    })
    verifyAll(rows, { 1: ['cardStopped'] })
    expect(rows.figures()).toMatchObject({ valid: 1, toFix: 2, amountCents: 100, feeCents: 50, unchecked: 0 })
    expect(rows.currency()).toBe('SGD')
  })
  test('count rows that are also in another batch and name the batch, but do not count them as errors', () => {
    const rows = rowsOf([
      [card(1), '1.00'],
      [card(2), '2.00'],
      [card(3), '3.00'],
    ])
    const sent = allSentOf(rows, 'toCheck')
    const repeated = sent.elements.map(({ identifier }) => ({
      ...response(identifier, ['repeated']),
      repeatedIn: ['43', '41'],
    }))
    applyVerified(rows, sent, repeated, 1000)
    createRowEdits(rows, () => undefined).remove([2])
    expect(rows.figures()).toMatchObject({ valid: 2, toFix: 0, repeated: 2 })
    expect(rows.reasons()).toEqual([{ finding: cardFinding('repeated'), rows: 2 }])
    expect(findingMessage(rowType, cardFinding('repeated'), rows.row(0), rows.row(0).facts)).toContain(
      'Batches 43 and 41 already have this card with the same amount',
    )
    createRowEdits(rows, () => undefined).edit(0, { identifier: card(1), amount: '1.50' })
    expect(rows.figures()).toMatchObject({ repeated: 1 })
  })
  test('do not count an unknown card as an error if the check of existence is skipped', () => {
    const rows = rowsOf([[card(1), '1.00']], cardRows({ ...rules, noIdentifierValidation: true }))
    verifyAll(rows, { 0: ['cardUnknown'] })
    expect(rows.figures()).toMatchObject({ valid: 1, toFix: 0 })
    expect(codesOf(rows, 0)).toEqual(['cardUnknown'])
  })
})

test('the message about a load limit shows the card limits that the server reports', () => {
  const rows = rowsOf([[card(1), '2000.00']])
  verifyAll(rows, { 0: ['loadLimit'] })
  const row = rows.row(0)
  const message = findingMessage(rowType, cardFinding('loadLimit'), row, row.facts)
  expect(message).toContain('1.00 to 500.00')
  expect(message).toContain('1,000.00')
})

describe('an edit', () => {
  test('is checked locally, clears only the row’s check mark from the server, and can be undone', () => {
    const rows = rowsOf([
      [card(1), '1.00'],
      [card(2), '2.00'],
    ])
    const changed: number[][] = []
    const edits = createRowEdits(rows, (ids) => changed.push([...ids]))
    verifyAll(rows)
    edits.edit(1, { identifier: card(2), amount: '3.005' })
    expect(codesOf(rows, 1)).toEqual(['amountDecimals'])
    expect([rows.isChecked(0), rows.isChecked(1)]).toEqual([true, false])
    edits.edit(1, { identifier: card(2), amount: ' 3.00 ' })
    expect(rows.row(1)).toMatchObject({ cents: [300], original: { identifier: card(2), amount: '2.00' } })
    expect(changed).toEqual([[1], [1]])
    edits.undo()
    edits.undo()
    expect(rows.row(1)).toMatchObject({ cents: [200], original: undefined })
    expect(edits.undoLabel()).toBeUndefined()
  })
  test('that changes nothing is not recorded', () => {
    const rows = rowsOf([[card(1), '1.00']])
    const edits = createRowEdits(rows, () => undefined)
    edits.edit(0, { identifier: card(1), amount: '1.00' })
    expect(edits.undoLabel()).toBeUndefined()
    expect(rows.figures().contentVersion).toBe(1)
  })
  test('can replace a target card by an amount', () => {
    const values = { identifier: card(1), identifierTo: card(2), amount: '' }
    const target = checkRow(rowType, { rowNumber: 1, values, fieldCount: 2 })
    const rows: AnyRows = createRows(packRows(rowType, [target], encode), rowType)
    expect(codesOf(rows, 0)).toEqual(['readsAsTarget'])
    createRowEdits(rows, () => undefined).edit(0, { identifier: card(1), amount: '4' })
    expect(codesOf(rows, 0)).toEqual([])
  })
  test('invalidates a pending response', () => {
    const rows = rowsOf([[card(1), '1.00']])
    const sent = sentOf(rows, [0])
    createRowEdits(rows, () => undefined).edit(0, { identifier: card(9), amount: '1.00' })
    applyVerified(rows, sent, [response(card(1))], 1000)
    expect(rows.isChecked(0)).toBe(false)
  })
})

describe('duplicates of a card', () => {
  const lines = [
    [card(1), '1.00'],
    [card(2), '2.00'],
    [card(1), '3.00'],
    [card(1), '4.00'],
  ] as const
  test('are reported until only one row is left', () => {
    const rows = rowsOf(lines)
    const edits = createRowEdits(rows, () => undefined)
    expect([0, 1, 2, 3].map((id) => codesOf(rows, id).length)).toEqual([1, 0, 1, 1])
    edits.remove([2])
    expect([0, 3].map((id) => codesOf(rows, id).length)).toEqual([1, 1])
    edits.edit(3, { identifier: card(7), amount: '4.00' })
    expect([0, 3].map((id) => codesOf(rows, id).length)).toEqual([0, 0])
    edits.undo()
    edits.undo()
    expect([0, 1, 2, 3].map((id) => codesOf(rows, id).length)).toEqual([1, 0, 1, 1])
  })
  test('can be removed together, except the first', () => {
    const rows = rowsOf(lines)
    const edits = createRowEdits(rows, () => undefined)
    expect(edits.laterDuplicates()).toEqual([2, 3])
    edits.remove(edits.laterDuplicates())
    expect(rows.reasons()).toEqual([])
    expect(rows.figures()).toMatchObject({ rows: 2, removed: 2, amountCents: 300 })
  })
})

test('one fix for many rows is previewed, applied and undone in one step', () => {
  const spaced = `${card(5).slice(0, 5)} ${card(5).slice(5)}`
  const rows = rowsOf([
    [spaced, '1.00'],
    [card(2), '2.00'],
    [`${card(6).slice(0, 3)}-${card(6).slice(3)}`, '3.00'],
  ])
  const edits = createRowEdits(rows, () => undefined)
  expect(edits.previewFix('identifierSpaced').map(({ rowNumber, after }) => [rowNumber, after])).toEqual([
    [1, card(5)],
    [3, card(6)],
  ])
  edits.fix('identifierSpaced')
  expect(rows.figures().toFix).toBe(0)
  edits.undo()
  expect(rows.figures().toFix).toBe(2)
})

describe('dates in another format', () => {
  const rowType = virtualRows({ today: '2026-01-01' as CalendarDate })
  const open = () => {
    const dates = ['46112', '24 Nov 2026', '2027-01-31', 'soon', '2025/12/31']
    const checked = dates.map((date, n) =>
      checkRow(rowType, { rowNumber: n + 2, fieldCount: 7, values: toValues(rowType, [`R-${n}`, 'Team', '', date]) }),
    )
    const rows = createRows(packRows(rowType, checked, encode), rowType)
    const dateOf = (id: number) => rows.row(id).values.expiryDate
    return { rows, edits: createRowEdits(rows, () => undefined), dateOf }
  }

  test('are rewritten in many rows by one fix, which skips unreadable dates and is one undo step', () => {
    const { rows, edits, dateOf } = open()
    expect(edits.previewFix('dateNotIso')).toEqual([
      { id: 0, rowNumber: 2, field: 'expiryDate', before: '46112', after: '2026-03-31' },
      { id: 1, rowNumber: 3, field: 'expiryDate', before: '24 Nov 2026', after: '2026-11-24' },
      { id: 4, rowNumber: 6, field: 'expiryDate', before: '2025/12/31', after: '2025-12-31' },
    ])
    edits.fix('dateNotIso')
    expect([0, 1, 2, 3, 4].map(dateOf)).toEqual(['2026-03-31', '2026-11-24', '2027-01-31', 'soon', '2025-12-31'])
    expect([0, 3, 4].map((id) => rows.findingsOf(id).map(({ code }) => code))).toEqual([
      [],
      ['dateUnreadable'],
      ['datePast'],
    ])
    expect(edits.undoLabel()).toBe('rewrite 3 rows')
    edits.undo()
    expect(dateOf(0)).toBe('46112')
  })

  test('are rewritten in a single row', () => {
    const { edits, dateOf } = open()
    edits.fix('dateNotIso', [1])
    expect([0, 1].map(dateOf)).toEqual(['46112', '2026-11-24'])
    expect(edits.undoLabel()).toBe('rewrite row 3')
  })
})

test('one fix removes extra fields, and uses the second field as the amount if it is an amount', () => {
  const row = (rowNumber: number, identifierTo: string, amount: string) =>
    checkRow(rowType, { rowNumber, values: { identifier: card(rowNumber), identifierTo, amount }, fieldCount: 3 })
  const checked = [row(1, '12.50', 'Ann'), row(2, 'Bo', '7.00'), row(3, 'Cy', 'Lee')]
  const rows: AnyRows = createRows(packRows(rowType, checked, encode), rowType)
  expect(codesOf(rows, 0)).toEqual(['thirdField'])
  expect(findingMessage(rowType, rowType.finding('thirdField'), rows.row(0))).toContain('The amount looks like 12.50')
  createRowEdits(rows, () => undefined).acceptDisplayedValues([0, 1, 2])
  expect([0, 1, 2].map((id) => [rows.row(id).values.amount, codesOf(rows, id)])).toEqual([
    ['12.50', []],
    ['7.00', []],
    ['Lee', ['amountNotNumber']],
  ])
})

test('a blank amount that means the whole balance is a warning, is counted, and is sent without an amount', () => {
  const devalues = cardRows({ type: 'devalue', identifierType: 2 })
  const rows = rowsOf(
    [
      [card(1), '2.00'],
      [card(2), ''],
    ],
    devalues,
  )
  expect(rows.figures()).toMatchObject({ valid: 2, toFix: 0, wholeBalances: 1 })
  expect(findingMessage(devalues, devalues.finding('wholeBalance'), rows.row(1))).toContain(
    'the whole balance will be devalued',
  )
  expect(allSentOf(rows, 'toSubmit').elements.map(({ amount }) => amount)).toEqual(['2.00', '0.00'])
  const amount = devalues.field('amount')
  if (amount) createRowEdits(rows, () => undefined).setAll([0], amount, '')
  expect(rows.figures().wholeBalances).toBe(2)
})

test('a number in groups as on the card is sent without spaces', () => {
  const grouped = card(5).replace(/(.{4})(?=.)/g, '$1 ')
  expect(allSentOf(rowsOf([[grouped, '1.00']]), 'toSubmit').elements[0]?.identifier).toBe(card(5))
})

test('views show errors first, one reason, or removed rows; the step to the next error wraps around', () => {
  const rows = rowsOf([
    [card(1), '1.00'],
    [card(2), 'x'],
    [card(3), '-1'],
    [card(4), 'y'],
  ])
  createRowEdits(rows, () => undefined).remove([3])
  expect([...rowsToView(rows, { show: 'errorsFirst' })]).toEqual([1, 2, 0])
  expect([...rowsToView(rows, { show: 'reason', code: 'amountNegative', field: 'amount' })]).toEqual([2])
  expect([...rowsToView(rows, { show: 'removed' })]).toEqual([3])
  const all = rowsToView(rows, { show: 'all' })
  expect([
    nextFaulty(rows, all, -1),
    nextFaulty(rows, all, 1),
    nextFaulty(rows, all, 2),
    nextFaulty(rows, all, 2, -1),
  ]).toEqual([1, 2, 1, 1])
})

test('a change of the identifier type checks every row again and clears all check marks of the server', () => {
  const rows = rowsOf([[card(1), '1.00']])
  verifyAll(rows)
  rows.setRowType(cardRows({ ...rules, identifierType: 1 }), { keepsResults: false })
  expect(codesOf(rows, 0)).toEqual(['identifierLength'])
  expect(rows.isChecked(0)).toBe(false)
})

describe('a draft', () => {
  const manyLines = Array.from({ length: 600 }, (_, n) => [card(n), `${n + 1}.00`] as const)
  const chunksOf = (rows: AnyRows): unknown[] =>
    Array.from(
      { length: rows.chunkCount },
      (_, chunk) => JSON.parse(JSON.stringify(rowsToChunk(rows, chunk))) as unknown,
    )

  test('restores rows, edits, removals, findings and check marks', async () => {
    const rows = rowsOf([...manyLines, ['ünknown', '1.00'], [card(3), '9.00']])
    const edits = createRowEdits(rows, () => undefined)
    verifyAll(rows, { 5: ['loadLimit'], 6: ['repeated'] })
    edits.edit(7, { identifier: card(7), amount: '77.00' })
    edits.remove([9, 300])
    const restored = await chunksToRows(rowType, chunksOf(rows), {
      contentVersion: rows.figures().contentVersion,
      yieldToEvents: noPause,
    })
    if (!restored) throw new Error('the chunks cannot be read')
    expect(restored.figures()).toEqual(rows.figures())
    for (let id = 0; id < rows.count; id += 1) expect(restored.row(id)).toEqual(rows.row(id))
    expect(restored.takeDirtyChunks()).toEqual([])
  })
  test('has one dirty chunk after an edit: that of the edited row', () => {
    const rows = rowsOf(manyLines)
    createRowEdits(rows, () => undefined).edit(260, { identifier: card(260), amount: '5' })
    expect(rows.takeDirtyChunks()).toEqual([1])
    expect(rows.takeDirtyChunks()).toEqual([])
  })
  test.each([
    ['a missing chunk', [undefined]],
    ['a chunk in another format', [[{ identifier: card(1) }]]],
    ['a row that is too short', [[[1, [card(1), '', '1.00'], 2, 0, 0]]]],
  ])('with %s is not accepted', async (_, chunks) => {
    expect(await chunksToRows(rowType, chunks, { contentVersion: 1, yieldToEvents: noPause })).toBeUndefined()
  })
  test('returns its readable rows without removed rows, so that they can be exported', () => {
    const rows = rowsOf([
      [card(1), '1.00'],
      [card(2), '2.00'],
      [card(3), '3.00'],
    ])
    const edits = createRowEdits(rows, () => undefined)
    edits.edit(1, { identifier: card(9), amount: '9.00' })
    edits.remove([2])
    expect(chunksToTable(rowType, [...chunksOf(rows), undefined, 'damaged'])).toEqual([
      [card(1), '1.00'],
      [card(9), '9.00'],
    ])
  })
})
