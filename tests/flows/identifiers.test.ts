// The identifier type is detected from the file if hardly any row fits the chosen type.
import { expect, test } from 'vitest'
import { readWithBestIdentifier } from '#flows/upload/read-file.ts'
import { cardNumber, readFile, trackingNumber } from '#tests/support/files.ts'

const file = (numbers: readonly string[]) => numbers.map((number) => `${number},1.00`).join('\n')
/** Reads a csv as the portal does; the identifier type is detected. */
const readCsv = async (text: string, chosenType: 1 | 2) => {
  const { result, identifierType } = await readWithBestIdentifier(
    async (type) => ({ read: await readFile('a.csv', text, { identifierType: type }) }),
    chosenType,
  )
  return { read: result.read, identifierType }
}
const five = (toNumber: (n: number) => string) => [1, 2, 3, 4, 5].map(toNumber)

// Identifier type 1 is the card number, 2 the tracking number.
test.each([
  ['as tracking numbers, although card numbers were chosen', five(trackingNumber), 1, 2],
  ['as card numbers, although tracking numbers were chosen', five(cardNumber), 2, 1],
  ['as card numbers, if these were chosen', five(cardNumber), 1, 1],
  ['as chosen if most rows fit', [...five(cardNumber), trackingNumber(1)], 1, 1],
  ['as chosen if the rows fit neither type', ['123', '456', '789'].map((n) => n.repeat(6)), 2, 2],
] as const)('the file is read %s', async (_, numbers, chosen, expected) => {
  const { read, identifierType } = await readCsv(file(numbers), chosen)
  expect(identifierType).toBe(expected)
  expect(read.ok && read.packedRows.count).toBe(numbers.length)
})

test('a tracking number heading in any column overrides the choice of card numbers', async () => {
  const lines = [
    'No,Name,Amount,Tracking Number',
    ...five(trackingNumber).map((number, index) => `${index},Ann,1.00,${number}`),
  ]
  const { read, identifierType } = await readCsv(lines.join('\n'), 1)
  expect(identifierType).toBe(2)
  expect(read.ok && read.packedRows.count).toBe(5)
})

test('card numbers that are mostly too short keep their rows, although their heading is unknown for tracking numbers', async () => {
  const lines = ['Card number,Name,Amount', ...five((n) => `${String(n).repeat(12)},Ann,1.00`)]
  const { read, identifierType } = await readCsv(lines.join('\n'), 1)
  expect(identifierType).toBe(1)
  expect(read.ok && read.packedRows.count).toBe(5)
})
