// Files like those that real offices have sent, in ./office-files, each with its right answer: the rows that are read,
// their findings and what one press makes of them, or the question that is asked.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { messageToText } from '#domain/message-text.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { type RowRules, toRowKind } from '#domain/row-kinds.ts'
import { fieldsChangedByFix, fixChoices, isFixable } from '#domain/rows/value-kinds.ts'
import { linesToMessage } from '#flows/rows/file-facts.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'

const words = { headings: {}, currency: ['S$', 'SGD', '$'], currencyNumber: '702', postalDigits: 6 }
const wizards = {
  load: { kind: 'load', identifierType: 1, words },
  devalue: { kind: 'devalue', identifierType: 1, words },
  virtual: { kind: 'virtual', today: '2026-11-28' as CalendarDate, words },
  physical: { kind: 'physical', today: '2026-11-28' as CalendarDate, words },
  merchant: { kind: 'merchant', codes: undefined, words },
} as const satisfies Readonly<Record<string, RowRules>>

interface OfficeFile {
  readonly wizard: keyof typeof wizards
  /** Each row: its values, then its errors (!) and warnings (?) by field. Empty fields at the end are left out. */
  readonly rows?: readonly string[]
  /** The values that the fixes write. For a fix with choices, those of the first choice. */
  readonly fixes?: readonly string[]
  /** For a refusal: what is asked or said. */
  readonly refusal?: object
  readonly facts?: object
  /** What the page says about the lines. */
  readonly lines?: string
}

const folder = new URL('./office-files/', import.meta.url)

function readCase(file: string, wizard: OfficeFile['wizard']): Promise<ReadResult> {
  const isPasted = file.endsWith('.txt')
  return readRows(toRowKind(wizards[wizard]), {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: 5000,
    fileName: isPasted ? 'pasted.csv' : file,
    file: new Blob([readFileSync(new URL(file, folder))]),
  })
}

/** The rows and their fixes as texts. Lines with totals are left out. */
function rowsOf(result: ReadResult, wizard: OfficeFile['wizard']) {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${messageToText(result.refusal.message)}`)
  const kind = toRowKind(wizards[wizard] as RowRules)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  const rows = Array.from({ length: result.packedRows.count }, (_, index) => rowAt(kind, index)!).filter(
    ({ rowNumber }) => !result.facts.totalsRowNumbers.includes(rowNumber),
  )
  const toText = (row: (typeof rows)[number]) => {
    const shown = kind.toDisplayedValues(row.values)
    const values = kind.activeFields.map(({ name }) => shown[name] ?? '')
    const text = values.join(' | ').replace(/[ |]+$/, '')
    return [
      text,
      ...row.findings.map(({ code, field, severity }) => `${severity === 'error' ? '!' : '?'}${code} ${field}`),
    ].join(' ')
  }
  const toFixes = (row: (typeof rows)[number]) =>
    [...new Set(row.findings.map(({ code }) => code))]
      .filter(isFixable)
      .flatMap((code) => fieldsChangedByFix(kind, row.values, code, fixChoices(code)?.[0]?.value))
      .map(({ field, after }) => `${field.name} ${after}`)
  return { rows: rows.map(toText), fixes: rows.flatMap(toFixes) }
}

/** The result with only the first of the proposed encodings. */
function firstEncodingOnly(result: ReadResult): unknown {
  if (result.ok || !result.refusal.choices?.encodings) return result
  const encodings = result.refusal.choices.encodings.slice(0, 1)
  return { ...result, refusal: { ...result.refusal, choices: { ...result.refusal.choices, encodings } } }
}

function testFiles(title: string, files: Readonly<Record<string, OfficeFile>>): void {
  describe(title, () => {
    test.each(Object.entries(files))('%s', async (file, { wizard, rows, fixes, refusal, facts, lines }) => {
      const result = await readCase(file, wizard)
      if (refusal) expect(firstEncodingOnly(result)).toMatchObject({ ok: false, refusal })
      if (rows) expect(rowsOf(result, wizard).rows).toEqual(rows)
      if (fixes) expect(rowsOf(result, wizard).fixes).toEqual(fixes)
      if (facts) expect(result).toMatchObject({ facts })
      if (!result.ok) return
      const { read, ...uses } = result.facts.lines
      expect(Object.values(uses).reduce((sum, count) => sum + count, 0)).toBe(read)
      if (lines !== undefined) expect(messageToText(linesToMessage(result.facts))).toBe(lines)
    })
  })
}

testFiles('quotation marks', {
  'N01-quote-name.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
      '9000013246276632 | 50.00',
      '9000017120481523 | 60.00',
    ],
    lines: '7 lines: 6 rows, 1 with headings',
  },
  'N02-quote-label.csv': {
    wizard: 'virtual',
    rows: [
      'R-1 | VIP gift A |  |  | 10.00',
      'R-2 | gift B |  |  | 20.00',
      'R-3 | gift, C |  |  | 30.00',
      'R-4 | gift D |  |  | 40.00',
    ],
  },
  'N04-quote-note-last.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
    ],
  },
  // Each line of the cell that swallowed a row is an error, so that no line vanishes.
  'N85-ditto.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185,20.00," !undivided ',
      '9000011623661962,30.00," !undivided ',
      '9000015497866854 | 40.00',
    ],
    lines: '5 lines: 4 rows, 1 with headings',
  },
  'N142-paste.txt': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
    ],
    lines: '6 lines: 4 rows, 1 with headings, 1 inside cells',
  },
  'L05-space-quoted.csv': { wizard: 'load', rows: ['9000010001047299 | 10.00', '9000013875252185 | 1,020.00'] },
})

testFiles('commas in amounts', {
  'N89-thousands-unquoted.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1250.00 (1 | 250.00) !amountSplit amount',
      '9000013875252185 | 2000.00 (2 | 000.00) !amountSplit amount',
      '9000011623661962 | 500.00',
    ],
    fixes: ['amount 1250.00', 'amount 2000.00'],
  },
  'N90-decimal-comma-unquoted.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.50 (10 | 50) !amountSplit amount',
      '9000013875252185 | 20.75 (20 | 75) !amountSplit amount',
      '9000011623661962 | 30.00 (30 | 00) !amountSplit amount',
    ],
    fixes: ['amount 10.50', 'amount 20.75', 'amount 30.00'],
  },
  // No other reading is offered: the row has a field too many.
  'N92-thousands-two-columns.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1250.00 (1,250.00) !amountSplit amount',
      '9000013875252185 | 2000.00 (2,000.00) !amountSplit amount',
      '9000011623661962 | 500.00',
    ],
    fixes: ['amount 1250.00', 'amount 2000.00'],
  },
  'N101-truncated.csv': {
    wizard: 'load',
    rows: ['9000010001047299 | 210.00', '9000013875252185 | 220.00', '9000011623661962 | 2 ?amountCut amount'],
  },
  'N08-lakh.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1,00,000.00 !amountOtherForm amount',
      '9000013875252185 | 12,500.00',
      '9000011623661962 | 1,25,000 !amountOtherForm amount',
    ],
    fixes: ['amount 100000.00', 'amount 125000.00'],
  },
  'N10-leading-point.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | .50 !amountOtherForm amount',
      '9000013875252185 | 5.',
      '9000011623661962 | +10.00 !amountOtherForm amount',
      '9000015497866854 | 0010.00',
      '9000013246276632 | 10.00SGD !amountWithCurrency amount',
    ],
    fixes: ['amount 0.50', 'amount 10.00', 'amount 10.00'],
  },
})

testFiles('encodings', {
  'N18-mac-roman.csv': {
    wizard: 'virtual',
    refusal: {
      code: 'encodingNeeded',
      choices: { encodings: [{ encoding: 'macintosh', sample: 'José, Müller, Peña', isLikely: true }] },
    },
  },
  'N20-cp1256.csv': {
    wizard: 'virtual',
    refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding: 'windows-1256', isLikely: true }] } },
  },
  'V08-gbk.csv': {
    wizard: 'virtual',
    refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding: 'gb18030', sample: '李娜, 陈伟' }] } },
  },
})

/** The rows of a file in the text. */
async function readText(content: string, wizard: OfficeFile['wizard'] = 'load') {
  const request = { accepts: ['csv'], maxRows: 100, fileName: 'a.csv', file: new Blob([content]) } as const
  return rowsOf(await readRows(toRowKind(wizards[wizard] as RowRules), request), wizard)
}

describe('a quoted field', () => {
  const [a, b, c] = ['9000010001047299', '9000013875252185', '9000011623661962']
  test.each([
    ['an address over two lines', `Card Number,Amount,Address,Note\n${a},1,"1 Road, #02-03\nSingapore, 018989",x\n`],
    ['a note of a program, with doubled marks', `Card Number,Amount,Note\n${a},1,"He said ""a, b, c""\nand d, e, f"\n`],
    ['a line end at the end of the cell', `Card Number,Amount,Note\n${a},1,"urgent\n"\n`],
  ])('can have lines: %s', async (_, content) => {
    expect((await readText(content)).rows).toEqual([`${a} | 1`])
  })

  test.each([
    ['in the first column', `Name,Card Number,Amount\n"Bo,${a},1\n"Lim, Ann",${b},2\nSiti,${c},3\n`, 3],
    ['in the middle', `Card Number,Note,Amount\n${a},",1\n${b},",2\n${c},x,3\n`, 3],
    ['in the last column', `Card Number,Amount,Note\n${a},1,"late\n${b},2,ok"\n${c},3,x\n`, 3],
    ['over three rows', `Card Number,Amount,Note\n${a},1,"\n${b},2,x\n${c},3,"\n`, 3],
  ])('that swallows rows is an error, and each line is a row: %s', async (_, content, count) => {
    const { rows } = await readText(content)
    expect(rows).toHaveLength(count)
    expect(rows.filter((row) => row.includes('!undivided'))).not.toEqual([])
  })
})

describe('an amount that a comma divides', () => {
  const [a, b] = ['9000010001047299', '9000013875252185']
  test.each([
    ['without headings', `${b},5.00\n${a},1,250.00\n`, 'load', 'amount 1250.00'],
    ['of millions', `Card Number,Amount\n${a},1,250,000.00\n${b},5.00\n`, 'load', 'amount 1250000.00'],
    ['with its currency', `Card Number,Amount\n${a},S$1,250.00\n${b},5.00\n`, 'load', 'amount 1250.00'],
    ['between other columns', `Name,Card Number,Amount,Note\nAnn,${a},1,250.00,x\n`, 'load', 'amount 1250.00'],
    ['of a devalue', `Card Number,Amount\n${a},1,250.00\n${b},5.00\n`, 'devalue', 'amount 1250.00'],
    [
      'of an order',
      `Customer Reference,Card Label,Load Amount\nR-1,Gift,1,250.00\nR-2,Gift,5.00\n`,
      'virtual',
      'loadAmount 1250.00',
    ],
  ] as const)('is put together: %s', async (_, content, wizard, fix) => {
    expect((await readText(content, wizard)).fixes).toEqual([fix])
  })

  test('is not suspected beside a currency code, an amount with cents, or in a file with other separators', async () => {
    const { rows } = await readText(`Card Number,Amount,Currency\n${a},10,702\n${b},20,702\n`)
    expect(rows).toEqual([`${a} | 10`, `${b} | 20`])
    expect((await readText(`Card Number,Amount,Branch\n${a},10.00,702\n`)).rows).toEqual([`${a} | 10.00`])
    expect((await readText(`Card Number;Amount;Branch\n${a};10;702\n`)).rows).toEqual([`${a} | 10`])
  })

  test('can be two columns after all', async () => {
    const kind = toRowKind(wizards.load)
    const values = { identifier: a, identifierTo: '', amount: '10702.00 (10 | 702)' }
    expect(fieldsChangedByFix(kind, values, 'amountSplit', 'separate')).toMatchObject([{ after: '10' }])
    const certain = { ...values, amount: '1250.00 (1,250.00)' }
    expect(fieldsChangedByFix(kind, certain, 'amountSplit', 'separate')).toEqual([])
  })

  test.each([
    ['whole amounts', `${a},1000\n${b},20`, true],
    ['cents', `${a},10.00\n${b},20.0`, true],
    ['a line end', `${a},10.00\n${b},2\n`, false],
    ['equal lengths', `${a},10.00\n${b},20.00`, false],
    ['a column after the amount', `Card Number,Amount,Note\n${a},10.00,x\n${b},2,y`, false],
  ])('may be cut at the end of a file: %s', async (_, content, isCut) => {
    expect((await readText(content)).rows.at(-1)?.includes('?amountCut')).toBe(isCut)
  })
})

describe('the encoding of a text', () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
  const read = (name: Buffer, lineEnd = '\n') => {
    const lines = ['Customer Reference,Card Label,Load Amount', 'R-1,', ',10.00', '']
    const [head = '', before = '', after = ''] = lines
    const file = new Blob([head + lineEnd + before, Uint8Array.from(name), after + lineEnd])
    const rules = { accepts: ['csv'], maxRows: 100, fileName: 'a.csv', file } as const
    return readRows(toRowKind(wizards.virtual as RowRules), rules)
  }
  test.each([
    ['Yıldız', '59 fd 6c 64 fd 7a', 'windows-1254'],
    ['Gülşah Doğan', '47 fc 6c fe 61 68 20 44 6f f0 61 6e', 'windows-1254'],
    ['Łódź Wąż', 'a3 f3 64 9f 20 57 b9 bf', 'windows-1250'],
    ['สมชาย', 'ca c1 aa d2 c2', 'windows-874'],
    ['محمد علي', 'e3 cd e3 cf 20 da e1 ed', 'windows-1256'],
    ['Иван Петров', 'c8 e2 e0 ed 20 cf e5 f2 f0 ee e2', 'windows-1251'],
  ])('%s is asked about, with the right one first', async (name, hex, encoding) => {
    const result = await read(bytes(hex))
    expect(firstEncodingOnly(result)).toMatchObject({
      refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding, sample: name }] } },
    })
  })

  test.each([
    ['Jörg Müßig', 'windows-1252'],
    ['Zoë Ångström', 'windows-1252'],
    ['François', 'windows-1252'],
    ['Café – 5 °C', 'windows-1252'],
  ])('%s is Western', async (name) => {
    const result = await read(Buffer.from(name.replace('–', '\u0096'), 'latin1'))
    expect(result).toMatchObject({ ok: true, facts: { encoding: 'windows-1252' } })
  })

  test('garbage is never proposed', async () => {
    const result = await read(bytes('a9 b6 c7 9a a4 d7 f7 b1'))
    const encodings = result.ok ? undefined : result.refusal.choices?.encodings
    expect(encodings?.some(({ isLikely }) => isLikely) ?? false).toBe(false)
  })
})
