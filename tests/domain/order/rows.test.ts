// The rows of orders: every rule of their fields (docs/rules/orders.md, "Fields of a card"), and the message for each
// violation.
import { describe, expect, test } from 'vitest'
import { singaporeFileWords } from '#brand/singapore-words.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { PhysicalFieldName, VirtualFieldName } from '#domain/order/fields.ts'
import { orderRows, textToTags, virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { toSentValue } from '#domain/rows/fields.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import { hasError } from '#domain/rows/findings.ts'
import { checkRow, findingReason, findingMessage, type RowType, toValues } from '#domain/rows/row-type.ts'
import { typedTextsToRow } from '#domain/rows/typed-row.ts'
import { fieldsChangedByFix } from '#domain/rows/value-findings.ts'

const today = '2026-11-22' as CalendarDate
const virtual = virtualRows({ today })

const row = <Name extends string>(rowType: RowType<Name>, values: Partial<Record<Name, string>>) =>
  checkRow(rowType, {
    rowNumber: 2,
    fieldCount: rowType.fields.length,
    values: toValues(
      rowType,
      rowType.fields.map(({ name }) => values[name] ?? ''),
    ),
  })
const card = (more: Partial<Record<PhysicalFieldName, string>> = {}) =>
  row(physicalRows, { name: 'Ann', surname: 'Lee', address1: '1 Bay Road', ...more })
const virtualCard = (more: Partial<Record<VirtualFieldName, string>> = {}) =>
  row(virtual, { customerReference: 'R-1', cardLabel: 'Team', ...more })
const findingCodes = ({ findings }: { findings: readonly { code: string; field: string }[] }) =>
  findings.map(({ code, field }) => `${code} ${field}`)
const messagesOf = (rowType: RowType, checkedRow: ReturnType<typeof card> | ReturnType<typeof virtualCard>) =>
  checkedRow.findings.map((finding) => findingMessage(rowType, finding, checkedRow))

test('fields, labels and placeholders are as specified, in file order', () => {
  expect(physicalRows.fields.map(({ name, maxLength }) => [name, maxLength])).toEqual([
    ['name', 50],
    ['surname', 50],
    ['customerReference', 50],
    ['loadAmount', 10],
    ['cardOrderFee', 10],
    ['recipientName', 40],
    ['recipientNumber', 30],
    ['address1', 40],
    ['address2', 40],
    ['postalCode', 40],
  ])
  expect(physicalRows.field('recipientNumber')?.label).toBe('Recipient Contact Number')
  expect(physicalRows.field('recipientName')?.placeholder).toBe('3-60 characters')
  expect(virtual.fields.map(({ name, maxLength }) => [name, maxLength])).toEqual([
    ['customerReference', 50],
    ['cardLabel', 50],
    ['notificationNumber', 50],
    ['expiryDate', 50],
    ['loadAmount', 10],
    ['tagName', 356],
    ['tagValue', 1791],
  ])
  expect([orderRows('physical', today).name, orderRows('virtual', today).name]).toEqual(['physical', 'virtual'])
})

describe('required fields', () => {
  test('a card: name and surname', () => {
    expect(findingCodes(card())).toEqual([])
    expect(findingCodes(card({ name: '', surname: '' }))).toEqual(['required name', 'required surname'])
  })
  test('a virtual card: customer reference and label', () => {
    expect(findingCodes(virtualCard())).toEqual([])
    expect(findingCodes(virtualCard({ customerReference: '', cardLabel: '' }))).toEqual([
      'required customerReference',
      'required cardLabel',
    ])
  })
})

describe('amounts', () => {
  test.each([
    ['', 0, []],
    ['0', 0, []],
    ['0.00', 0, []],
    ['12.5', 1250, []],
    ['1,250.00', 125_000, []],
    ['12.505', 0, ['amountDecimals loadAmount']],
    ['1.000', 0, ['amountDecimals loadAmount']],
    ['-5', 0, ['amountNegative loadAmount']],
    ['S$5', 0, ['amountNotNumber loadAmount']],
    ['100000000.00', 0, ['amountTooLarge loadAmount']],
  ])('a load amount of “%s” is %i cents', (text, cents, findings) => {
    for (const checkedRow of [card({ loadAmount: text }), virtualCard({ loadAmount: text })]) {
      expect(checkedRow.cents[0]).toBe(cents)
      expect(findingCodes(checkedRow)).toEqual(findings)
    }
  })

  test.each([
    ['', 0, []],
    ['0', 0, []],
    ['5', 500, []],
    ['5.00', 500, []],
    ['5.50', 550, ['amountNotWhole cardOrderFee']],
    ['5.505', 0, ['amountDecimals cardOrderFee']],
    ['-5', 0, ['amountNegative cardOrderFee']],
  ])('a fee of “%s” is a whole amount, or an error', (text, cents, findings) => {
    const checkedRow = card({ cardOrderFee: text })
    expect(checkedRow.cents[1]).toBe(cents)
    expect(findingCodes(checkedRow)).toEqual(findings)
  })

  test('have messages that explain what to do', () => {
    expect(messagesOf(physicalRows, card({ cardOrderFee: '5.50' }))).toEqual([
      'Card Order Fee is a whole number, and 5.50 has cents. Enter it without them.',
    ])
    expect(messagesOf(physicalRows, card({ loadAmount: '-1' }))).toEqual(['The amount must be zero or more.'])
  })
})

describe('a notification number', () => {
  const cardWithNumber = (notificationNumber: string) => virtualCard({ notificationNumber })
  test.each(['', '+65 8123 4567', '0065 8123 4567', '(02) 6123-4567'])('%j is accepted', (text) => {
    expect(findingCodes(cardWithNumber(text))).toEqual([])
  })
  test.each(['hello', '+65, 91', '12345', '+0 8123 4567'])('%j gives a warning, but blocks nothing', (text) => {
    const checkedRow = cardWithNumber(text)
    expect(findingCodes(checkedRow)).toEqual(['numberUndiallable notificationNumber'])
    expect(hasError(checkedRow.findings)).toBe(false)
    expect(messagesOf(virtual, checkedRow)[0]).toContain(
      `“${text}” is not a telephone number, so no message will be sent.`,
    )
  })
})

describe('lengths and line breaks', () => {
  const delivery = ['recipientName', 'address1', 'address2', 'postalCode'] as const
  test.each(delivery)('%s over 40 characters is truncated, with a warning that shows what is sent', (name) => {
    const text = `${'x'.repeat(38)} y and more`
    const checkedRow = card({ [name]: text })
    expect(checkedRow.findings).toMatchObject([{ code: 'textCut', field: name, severity: 'warning' }])
    const field = physicalRows.field(name)
    expect(field && toSentValue(field, text)).toBe(`${'x'.repeat(38)} y`)
    expect(messagesOf(physicalRows, checkedRow)[0]).toContain(`only the first 40 will be sent: ${'x'.repeat(38)} y.`)
    expect(findingCodes(card({ [name]: 'x'.repeat(40) }))).toEqual([])
  })

  const singleLineFields = [
    ...(
      [
        'name',
        'surname',
        'customerReference',
        'recipientName',
        'recipientNumber',
        'address1',
        'address2',
        'postalCode',
      ] as const
    ).map((name) => [physicalRows, name] as const),
    ...(['customerReference', 'cardLabel', 'notificationNumber', 'tagName', 'tagValue'] as const).map(
      (name) => [virtual, name] as const,
    ),
  ]
  test.each(singleLineFields.map(([kind, name]) => [kind.name, name, kind] as const))(
    '%s: a line break in %s is an error, and a fix replaces it by a space',
    (_, name, rowType: RowType) => {
      const checkedRow =
        rowType === virtual
          ? virtualCard({ tagName: 'a', tagValue: 'b', [name]: 'Bay\nRoad' })
          : card({ [name]: 'Bay\nRoad' })
      expect(findingCodes(checkedRow)).toEqual([`textHiddenCharacters ${name}`])
      expect(hasError(checkedRow.findings)).toBe(true)
      expect(
        fieldsChangedByFix<string>(rowType, checkedRow.values, 'textHiddenCharacters').map(({ field, after }) => [
          field.name,
          after,
        ]),
      ).toEqual([[name, 'Bay Road']])
    },
  )

  const limitedFields = [
    ...(['name', 'surname', 'customerReference', 'recipientNumber'] as const).map(
      (name) => [physicalRows, name] as const,
    ),
    ...(['customerReference', 'cardLabel', 'notificationNumber', 'tagName', 'tagValue'] as const).map(
      (name) => [virtual, name] as const,
    ),
  ]
  test.each(limitedFields.map(([kind, name]) => [kind.name, name, kind] as const))(
    '%s: a %s that is too long is an error',
    (_, name, rowType: RowType) => {
      const max = rowType.field(name)?.maxLength ?? 0
      const findingsOf = (text: string) =>
        findingCodes(
          rowType === virtual ? virtualCard({ tagName: 'a', tagValue: 'b', [name]: text }) : card({ [name]: text }),
        )
      // Any text is accepted as a notification number, but no message can be sent to it.
      expect(findingsOf('x'.repeat(max))).toEqual(
        name === 'notificationNumber' ? ['numberUndiallable notificationNumber'] : [],
      )
      expect(findingsOf('x'.repeat(max + 1))).toEqual([`textTooLong ${name}`])
    },
  )
})

describe('an expiry date', () => {
  test.each([
    ['', []],
    ['2026-11-22', []],
    ['2031-01-31', []],
    ['2026-11-21', ['datePast expiryDate']],
    ['2027-02-30', ['dateUnreadable expiryDate']],
    ['03/04/2027', ['dateAmbiguous expiryDate']],
    ['31/12/2028', ['dateNotIso expiryDate']],
    ['soon', ['dateUnreadable expiryDate']],
    ['46112', ['dateNotIso expiryDate']],
    ['24 Nov 2026', ['dateNotIso expiryDate']],
  ])('“%s” has the findings %j', (text, findings) =>
    expect(findingCodes(virtualCard({ expiryDate: text }))).toEqual(findings),
  )

  test('has a message that shows the meaning of a date in another format', () => {
    expect(messagesOf(virtual, virtualCard({ expiryDate: '46112' }))).toEqual([
      '46112 looks like 2026-03-31. Write it as year-month-day.',
    ])
    expect(messagesOf(virtual, virtualCard({ expiryDate: '2026-11-21' }))).toEqual([
      '2026-11-21 has passed. Enter a later day.',
    ])
  })
})

describe('tags', () => {
  test('are lists separated by vertical bars, without the spaces around them', () => {
    expect(textToTags(' team | trip')).toEqual(['team', 'trip'])
    expect(textToTags('  ')).toEqual([])
    expect(textToTags('a||b')).toEqual(['a', '', 'b'])
  })

  test.each([
    ['', '', []],
    ['team', 'north', []],
    ['team|trip', 'north|Perth', []],
    ['team|trip', 'north|', []],
    ['team|trip', 'north', ['tagsUneven tagValue']],
    ['team', 'north|Perth', ['tagsUneven tagValue']],
    ['', 'north', ['tagsUneven tagValue']],
    ['team', '', ['tagsUneven tagValue']],
    ['team||trip', 'a|b|c', ['tagNameless tagName']],
    ['team|Team', 'a|b', ['tagDuplicate tagName']],
    ['team|', 'a', ['tagsUneven tagValue', 'tagNameless tagName']],
  ])('with the names “%s” and the values “%s” have the findings %j', (tagName, tagValue, findings) => {
    expect(findingCodes(virtualCard({ tagName, tagValue }))).toEqual(findings)
  })

  test('report the number of names and of values', () => {
    expect(messagesOf(virtual, virtualCard({ tagName: 'a|b', tagValue: 'x' }))).toEqual([
      'There are 2 tag names and 1 value. Give one value for each name, separated by |.',
    ])
    expect(messagesOf(virtual, virtualCard({ tagName: 'a', tagValue: '' }))).toEqual([
      'There is 1 tag name and 0 values. Give one value for each name, separated by |.',
    ])
  })
})

test('extra fields are an error in their row', () => {
  const { values } = card()
  expect(findingCodes(checkRow(physicalRows, { rowNumber: 1, values, fieldCount: 11 }))).toEqual(['fieldCount '])
})

test('the same person twice without a reference is a warning, whatever the case and spaces', () => {
  const rows = [card(), card({ name: 'ann' }), card({ surname: 'Lim' }), card({ customerReference: 'R-1' })]
  const isMarked = markDuplicates(physicalRows, rows).map((row) =>
    findingCodes(row).includes('copied customerReference'),
  )
  expect(isMarked).toEqual([true, true, false, false])
})

test('a duplicate customer reference is a warning on both rows, however its letters are composed', () => {
  const rows = [
    card({ customerReference: 'R-é' }),
    card({ customerReference: 'R-2' }),
    card({ customerReference: ' R-e\u0301 ' }),
    card({ customerReference: 'R-4' }),
  ]
  expect(markDuplicates(physicalRows, rows).map(findingCodes)).toEqual([
    ['copied customerReference'],
    [],
    ['copied customerReference'],
    [],
  ])
  expect(physicalRows.finding('copied').severity).toBe('warning')
})

describe('the delivery address', () => {
  const noAddress = { address1: '', address2: '', postalCode: '' }
  test.each([
    ['an address', {}, []],
    ['a second address line alone', { address1: '', address2: '1 Bay Road' }, []],
    [
      'neither recipient nor address',
      noAddress,
      ['There is no recipient and no address to send this card to. Enter one, unless the card is not sent.'],
    ],
    [
      'a recipient without an address',
      { ...noAddress, recipientName: 'Ann Lee' },
      ['There is no address to send this card to. Enter one, unless the card is not sent.'],
    ],
    [
      'a postal code alone',
      { ...noAddress, postalCode: '018956' },
      ['There is no recipient and no address to send this card to. Enter one, unless the card is not sent.'],
    ],
  ])('%s is at most a warning', (_, values, messages) => {
    const checkedRow = card(values)
    expect(messagesOf(physicalRows, checkedRow)).toEqual(messages)
    expect(hasError(checkedRow.findings)).toBe(false)
  })

  const singaporeRows = orderRows('physical', today, singaporeFileWords)
  test.each([
    ['48616', ['postalCodeShort postalCode']],
    ['048616', []],
    ['4861', []],
    ['SW1A1', []],
    ['', []],
  ])('a postal code of “%s” in a country with six-digit codes has the findings %j', (postalCode, findings) => {
    expect(
      findingCodes(row<string>(singaporeRows, { name: 'Ann', surname: 'Lee', address1: '1 Bay Road', postalCode })),
    ).toEqual(findings)
    expect(findingCodes(card({ postalCode }))).toEqual([])
  })
  test('explains how a postal code may have been damaged', () => {
    const damaged = row<string>(singaporeRows, {
      name: 'Ann',
      surname: 'Lee',
      address1: '1 Bay Road',
      postalCode: '48616',
    })
    expect(damaged.findings.map((finding) => findingMessage(singaporeRows, finding, damaged))).toEqual([
      'Postal codes here have 6 digits, and this one has 5. A spreadsheet may have removed its leading zero: compare it with your list.',
    ])
  })
})

test('shows refusals with the server’s message', () => {
  const finding = virtual.finding('refused')
  expect(findingMessage(virtual, finding, virtualCard(), { error: 'The label is taken.' })).toBe('The label is taken.')
  expect(findingReason(virtual, finding, 2)).toBe('2 rows cannot be ordered')
})

describe('values typed into the form', () => {
  const typedValues = (address1: string) =>
    typedTextsToRow(physicalRows, { name: ' Ann ', surname: 'Lee, Jr', address1 }).values
  test.each([
    ['Block 12, Level 3', 'Block 12 Level 3'],
    ['12,Bay Road', '12 Bay Road'],
    ['12 Bay Road,', '12 Bay Road'],
    [', ,12', '12'],
  ])('commas are removed from the address “%s”', (text, expected) => expect(typedValues(text).address1).toBe(expected))

  test('other fields keep their commas, and spaces around a value are removed', () => {
    expect(typedValues('')).toMatchObject({ name: 'Ann', surname: 'Lee, Jr' })
    expect(card({ address1: 'Block 12, Level 3' }).values.address1).toBe('Block 12, Level 3')
  })

  test('a date in words is rewritten in the required format', () => {
    expect(typedTextsToRow(virtual, { expiryDate: '24 Nov 2026' }).values.expiryDate).toBe('2026-11-24')
  })
})
