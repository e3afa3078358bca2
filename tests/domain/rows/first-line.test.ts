// Tests whether the first line of a file is recognised as headings or as a row. A row mistaken for headings would be
// lost, so a line with any values of a row counts as a row, and the user then sees its errors.
import { describe, expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { cardNumber } from '#tests/support/files.ts'

const card = cardNumber(1)
const words = { headings: {}, currency: ['S$', 'SGD'] }
const kinds = {
  load: cardRows({ type: 'load', identifierType: 1, words }),
  devalue: cardRows({ type: 'devalue', identifierType: 1 }),
  transfer: cardRows({ type: 'transfer', identifierType: 1 }),
  activate: cardRows({ type: 'activate', identifierType: 1 }),
  physical: physicalRows,
  virtual: virtualRows({ today: '2026-11-26' as CalendarDate }),
}

describe('a row', () => {
  test.each<[keyof typeof kinds, string[]]>([
    ['load', ['Tan Wei Ming', '250.00']],
    ['load', ['oops lost', '250']],
    ['load', ['Tan Wei Ming', '12345678.90']],
    ['load', ['Tan Wei Ming', '1,250.00']],
    ['load', ['Tan Wei Ming', 'S$250.00']],
    ['load', ['Tan Wei Ming', 'USD 250.00']],
    ['load', ['Tan Wei Ming', '-250.00']],
    ['load', ['Tan Wei Ming', '(250.00)']],
    ['load', ['Tan Wei Ming', '0.00']],
    ['load', ['Tan Wei Ming', '250.005']],
    ['load', ['Tan Wei Ming', '', '250.00']],
    ['load', ['Tan Wei Ming', card]],
    ['load', ['Card Number', '250.00']],
    ['load', ['陳大文', '250.00']],
    ['load', ['oops lost 1', '250.00']],
    ['load', ['', '250.00']],
    ['devalue', ['Card Number', '250.00']],
    ['transfer', ['Tan Wei Ming', '250.00']],
    ['transfer', ['Tan Wei Ming', card]],
    ['transfer', ['Tan Wei Ming', card.replaceAll(/(.{4})/g, '$1 '), '']],
    ['transfer', ['Tan Wei Ming', 'Lim Mei', '250.00']],
    ['activate', ['Tan Wei Ming', card]],
    ['activate', ['Card Number', '250.00']],
    ['activate', ['Tan Wei Ming', 'Lim Mei', card]],
    ['physical', ['Name', 'Tan', 'R-1', '50.00']],
    ['physical', ['Name', 'Tan', '', '', '5']],
    ['physical', ['Name', 'Tan', '', '', '', 'Ann Lee', '+65 9123 4567']],
    ['physical', ['Name', 'Tan', '', '', '', '', '', '', '', '049315']],
    ['virtual', ['Reference', 'Label', '', '2028-12-31']],
    ['virtual', ['Reference', 'Label', '', '31 Dec 2028']],
    ['virtual', ['Reference', 'Label', '', '', '50.00']],
  ])('of the type %s is %j', (name, cells) => {
    expect(kinds[name].looksLikeHeadings(cells)).toBe(false)
  })
})

describe('headings', () => {
  test.each<[keyof typeof kinds, string[]]>([
    ['load', ['Card Number', 'Amount']],
    ['load', ['Card Number', 'Amount (S$)']],
    ['load', ['Card Number', 'Load Amount 1']],
    ['load', ['Card Number', 'Q1']],
    ['load', ['Card Number', 'Amount', '2025', '2026']],
    ['load', ['Amount', 'Card Number']],
    ['load', ['Card Number', 'Target Card Number', 'Amount']],
    ['load', ['Kartennummer', 'Betrag']],
    ['load', ['№ карты', 'сумма']],
    ['load', ['#', 'Card Number', 'Amount']],
    ['load', ['Card Number']],
    ['transfer', ['From', 'To', 'Amount']],
    ['activate', ['Card Number', 'Name']],
    ['physical', ['Name', 'Surname', 'Reference', 'Amount', 'Fee']],
    ['physical', ['Surname', 'Name', 'Phone (65)']],
    ['virtual', ['Reference', 'Label', 'Phone', 'Expiry', 'Amount', 'Tag Names', 'Tag Values']],
  ])('of the type %s are %j', (name, cells) => {
    expect(kinds[name].looksLikeHeadings(cells)).toBe(true)
  })
})

test.each([
  ['Card1', false],
  ['4.1E+15', false],
  ['---', false],
  ['', false],
])('a line with only %j is not a heading of cards', (text, expected) => {
  expect(kinds.load.looksLikeHeadings([text])).toBe(expected)
})
