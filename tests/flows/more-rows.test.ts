// Rows of another file that are added to the open ones: what was assumed about that file is reported with them.
import { expect, test } from 'vitest'
import { readMoreRows } from '#flows/rows/more-rows.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber, loadRules } from '#tests/support/files.ts'
import { readFilesHere } from '#tests/support/read-here.ts'

test('an added file says what was assumed about it, and its line with totals is no row', async () => {
  readFilesHere(sheetsWorker)
  const text = `Note\nCard Number,Amount\n${cardNumber(1)},10.00\n${cardNumber(2)},5.00\nTotal,15.00\n`
  const more = await readMoreRows(new File([text], 'more.csv'), loadRules.rules, loadRules)
  expect(more).toMatchObject({
    ok: true,
    leftOut: ['1 line above the headings left out', 'A row with totals was left out: row 5'],
  })
  expect(more.ok && more.rows.map(({ rowNumber }) => rowNumber)).toEqual([3, 4])
})
