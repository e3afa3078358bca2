// Rows of another file are added to the open rows, with a report of the assumptions about that file.
import { expect, test } from 'vitest'
import { textToFile } from '#flows/open-rows/generated-file.ts'
import { readMoreRows } from '#flows/open-rows/more-rows.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber, loadRules } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'

test('an added file reports its assumptions, and its line with totals is not a row', async () => {
  readFilesWithoutWorker(sheetsWorker)
  const text = `Note\nCard Number,Amount\n${cardNumber(1)},10.00\n${cardNumber(2)},5.00\nTotal,15.00\n`
  const added = await readMoreRows(new File([text], 'more.csv'), loadRules.rules, loadRules)
  expect(added).toMatchObject({
    ok: true,
    leftOut: ['1 line above the headings left out', 'Row 5 looks like a total and was left out'],
  })
  expect(added.ok && added.rows.map(({ rowNumber }) => rowNumber)).toEqual([3, 4])
})

test('rows from a file and pasted rows keep their extra columns', async () => {
  readFilesWithoutWorker(sheetsWorker)
  const lines = [`Name,Amount,Card Number`, `Wei Ling,10.00,${cardNumber(1)}`, `,5.00,${cardNumber(2)}`]
  const extra = { headings: ['Name'] }
  const pasted = textToFile(lines.join('\n').replaceAll(',', '\t'), 'Added rows')
  for (const file of [new File([lines.join('\n')], 'more.csv'), pasted]) {
    const added = await readMoreRows(file, loadRules.rules, loadRules)
    expect(added.ok && added.rows).toMatchObject([
      { extra: { ...extra, cells: ['Wei Ling'] } },
      { extra: { ...extra, cells: [] } },
    ])
  }
})
