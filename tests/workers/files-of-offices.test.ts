// Files like those of real offices, modelled on public ones. Each file has its expected rows, errors or question.
import { strToU8, strFromU8, unzipSync, zipSync } from 'fflate'
import * as XLSX from 'xlsx'
import { describe, expect, test } from 'vitest'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { hasError } from '#domain/rows/findings.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'
import { cardNumber, loadRows, loadRules, workbook } from '#tests/support/files.ts'

const [cardA, cardB, cardC] = [1, 2, 3].map(cardNumber) as [string, string, string]
const arabicDigits = (text: string) => text.replaceAll(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

/**
 * `rows`: card and cents of each expected row, '!' for a row with an error. `facts`: the expected report about the
 * file.
 */
interface OfficeFile {
  readonly name: string
  readonly content: BlobPart
  readonly rows?: readonly (readonly [string, number] | '!')[]
  readonly refusalCode?: string
  readonly facts?: object
}

const bothRows = [
  [cardA, 1000],
  [cardB, 2050],
] as const

const texts: Readonly<Record<string, OfficeFile>> = {
  'a bank export: title, account line, blank line, headings, closing balance': {
    name: 'a.csv',
    content: `Payment file;;;\nAccount:;DE12 3456;;\n\nNo;Name;Card Number;Amount\n1;Ann;${cardA};10,00\n2;Bo;${cardB};20,50\nTotal;;;30,50\n`,
    rows: bothRows,
    facts: { titleLines: 2, totalsRowNumbers: [7] },
  },
  'a mainframe file: fixed quotes, bars, trailing bars': {
    name: 'a.csv',
    content: `"Card Number"|"Amount"|\r\n"${cardA}"|"10.00"|\r\n"${cardB}"|"20.50"|\r\n`,
    rows: bothRows,
  },
  'one column of a spreadsheet, saved as csv': {
    name: 'a.csv',
    content: `"Card Number,Amount"\r\n"${cardA},10.00"\r\n"${cardB},20.50"\r\n`,
    rows: bothRows,
  },
  'an export with spaces behind each comma and quotes': {
    name: 'a.csv',
    content: `"Card Number", "Name", "Amount"\n"${cardA}", "Lee, Ann", "10.00"\n"${cardB}", "Ng ""Bo""", "20.50"\n`,
    rows: bothRows,
  },
  'a clipboard pasted into a text file: tabs, and a line of notes with a comma': {
    name: 'a.csv',
    content: `Loads for Ann, Bo\nCard Number\tAmount\n${cardA}\t10.00\n${cardB}\t20.50\n`,
    rows: bothRows,
    facts: { titleLines: 1 },
  },
  'a semicolon export with a row typed with commas by hand': {
    name: 'a.csv',
    content: `Card Number;Amount\n${cardA};10,00\n${cardB};20,50\n${cardC},5\n`,
    rows: [...bothRows, '!'],
  },
  'a remark with an inch sign that opens no quote': {
    name: 'a.csv',
    content: `Card Number,Amount,Remark\n${cardA},10.00,5" tube\n${cardB},20.50,"ok"\n`,
    rows: bothRows,
  },
  'a remark with a quote that is never closed': {
    name: 'a.csv',
    content: `Card Number,Amount,Remark\n${cardA},10.00,"tube\n${cardB},20.50,ok\n${cardC},1.00,ok\n`,
    rows: ['!', [cardB, 2050], [cardC, 100]],
  },
  'a remark over three lines': {
    name: 'a.csv',
    content: `Card Number,Amount,Remark\n${cardA},10.00,"one\ntwo\nthree"\n${cardB},20.50,ok\n`,
    rows: bothRows,
  },
  'a German export in windows-1252 with umlauts in names': {
    name: 'a.csv',
    content: latin1(`Name;Card Number;Amount\nJörg Müßig;${cardA};10,00\nZoë Ångström;${cardB};20,50\n`),
    rows: bothRows,
    facts: { encoding: 'windows-1252' },
  },
  'a Russian export in windows-1251': {
    name: 'a.csv',
    content: new Uint8Array(
      Buffer.concat([Buffer.from('d4c8ce', 'hex'), Buffer.from(`,Card Number,Amount\nx,${cardA},10.00\n`)]),
    ),
    refusalCode: 'encodingNeeded',
  },
  'a Japanese export in Shift_JIS': {
    name: 'a.csv',
    content: new Uint8Array(
      Buffer.concat([Buffer.from('8e8196bc', 'hex'), Buffer.from(`,Card Number,Amount\nx,${cardA},10.00\n`)]),
    ),
    refusalCode: 'encodingNeeded',
  },
  'a Unicode text export (UTF-16 with its mark, tabs)': {
    name: 'a.csv',
    content: new Uint8Array(
      Buffer.from(`\ufeffCard Number\tAmount\r\n${cardA}\t10.00\r\n${cardB}\t20.50\r\n`, 'utf16le'),
    ),
    rows: bothRows,
    facts: { encoding: 'utf-16le', delimiter: '\t' },
  },
  'two blocks in one file: the second heading is a row with errors': {
    name: 'a.csv',
    content: `Card Number,Amount\n${cardA},10.00\n\nCard Number,Amount\n${cardB},20.50\n`,
    rows: [[cardA, 1000], '!', [cardB, 2050]],
  },
  'subtotal and total at the end': {
    name: 'a.csv',
    content: `Card Number,Amount\n${cardA},10.00\n${cardB},20.50\nSubtotal,30.50\nGrand total,30.50\n`,
    rows: bothRows,
    facts: { totalsRowNumbers: [5, 4] },
  },
  'a Chinese table with a sum': {
    name: 'a.csv',
    content: `Card Number,Amount\n${cardA},10.00\n${cardB},20.50\n合计,30.50\n`,
    rows: bothRows,
  },
  'a German export in another order, with a sum': {
    name: 'a.csv',
    content: `Ladeliste November;;;\nLfd. Nr.;Betrag;Karten-Nr.;Empfänger\n1;10,00;${cardA};Jörg Müßig\n2;20,50;${cardB};Zoë\nGesamtsumme;30,50;;\n`,
    rows: bothRows,
    facts: { titleLines: 1, totalsRowNumbers: [5] },
  },
  'a Malay list': {
    name: 'a.csv',
    content: `Bil.,Nama,No. Kad,Jumlah\n1,Aminah,${cardA},10.00\n2,Ravi,${cardB},20.50\nJumlah besar,,,30.50\n`,
    rows: bothRows,
    facts: { totalsRowNumbers: [4] },
  },
  'a Chinese list with full-width headings': {
    name: 'a.csv',
    content: `序号,姓名,卡片号码,充值金额（新元）\n1,王小明,${cardA},10.00\n2,李华,${cardB},20.50\n总计,,,30.50\n`,
    rows: bothRows,
    facts: { totalsRowNumbers: [4] },
  },
  'an Arabic list with a title, a heading without its article, and a total': {
    name: 'a.csv',
    content: `قائمة شحن البطاقات\nم,اسم الموظف,رقم بطاقه,المبلغ\n1,أحمد,${cardA},10.00\n2,سارة,${cardB},20.50\nالإجمالي,,,30.50\n`,
    rows: bothRows,
    facts: { titleLines: 1, totalsRowNumbers: [5] },
  },
  'an Arabic list in Arabic digits: each value has a finding': {
    name: 'a.csv',
    content: `رقم البطاقة,المبلغ\n${arabicDigits(cardA)},١٠٫٠٠\n${cardB},٢٠٫٥٠\n`,
    rows: ['!', '!'],
  },
  'a template in German, read in any language': {
    name: 'a.csv',
    content: `Kartennummer,Betrag\n${cardA},10.00\n${cardB},20.50\n`,
    rows: bothRows,
  },
  'empty lines of separators between rows and at the end': {
    name: 'a.csv',
    content: `Card Number,Amount,,\n,,,\n${cardA},10.00,,\n,,,\n${cardB},20.50,,\n,,,\n,,,\n`,
    rows: bothRows,
  },
}

/** A workbook of several sheets; `activeIndex` is the index of the sheet that was open when it was saved. */
function workbookOf(sheets: Readonly<Record<string, (string | number)[][]>>, activeIndex = 0): Uint8Array<ArrayBuffer> {
  const book = Object.assign(XLSX.utils.book_new(), { SSF: { 0: 'General' } })
  for (const [name, cells] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells), name)
  const parts = unzipSync(new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer))
  const xml = strFromU8(parts['xl/workbook.xml'] as Uint8Array).replace(/<bookViews>.*<\/bookViews>/, '')
  const view = `<bookViews><workbookView activeTab="${activeIndex}"/></bookViews>`
  return zipSync({ ...parts, 'xl/workbook.xml': strToU8(xml.replace('<sheets>', `${view}<sheets>`)) })
}
const loads = [
  ['Card Number', 'Amount'],
  [cardA, 10],
  [cardB, 20.5],
]

const workbooks: Readonly<Record<string, OfficeFile>> = {
  'a template: cover, list of codes, data': {
    name: 'a.xlsx',
    content: workbookOf({
      Cover: [['Template 2.1']],
      Codes: [
        ['Code', 'Meaning'],
        ['SGD', 'Dollar'],
      ],
      Data: loads,
    }),
    rows: bothRows,
    facts: { sheetName: 'Data', skippedSheets: ['Cover', 'Codes'] },
  },
  'a workbook of months, saved while the last was open': {
    name: 'a.xlsx',
    content: workbookOf(
      {
        May: [
          ['Card Number', 'Amount'],
          [cardC, 1],
        ],
        June: loads,
      },
      1,
    ),
    rows: bothRows,
    facts: { sheetName: 'June' },
  },
  'data first, a pivot table open': {
    name: 'a.xlsx',
    content: workbookOf(
      {
        Data: loads,
        Pivot: [
          ['Row Labels', 'Sum of Amount'],
          ['Grand Total', 30.5],
        ],
      },
      1,
    ),
    rows: bothRows,
    facts: { sheetName: 'Data', skippedSheets: ['Pivot'] },
  },
  'a title merged over all columns, and hidden rows': {
    name: 'a.xlsx',
    content: workbook([['Loads of March'], ...loads, [cardC, 7]], {
      hiddenRows: [4],
      change: (sheet) => (sheet['!merges'] = [XLSX.utils.decode_range('A1:B1')]),
    }),
    rows: [...bothRows, [cardC, 700]],
    facts: { titleLines: 1, hiddenRows: [4], merged: [] },
  },
  'departments in merged cells beside the rows': {
    name: 'a.xlsx',
    content: workbook(
      [
        ['Department', 'Card Number', 'Amount'],
        ['Sales', cardA, 10],
        ['', cardB, 20.5],
      ],
      {
        change: (sheet) => (sheet['!merges'] = [XLSX.utils.decode_range('A2:A3')]),
      },
    ),
    rows: bothRows,
    facts: { merged: [] },
  },
  'amounts merged in pairs, below a heading in another order': {
    name: 'a.xlsx',
    content: workbook(
      [
        ['Amount', 'Card Number'],
        [10, cardA],
        ['', cardB],
      ],
      {
        change: (sheet) => (sheet['!merges'] = [XLSX.utils.decode_range('A2:A3')]),
      },
    ),
    rows: [[cardA, 1000], '!'],
    facts: { merged: [{ field: 'amount', value: '10.00', from: 2, rows: [3] }] },
  },
  'a column with old amounts between the other columns, as xls': {
    name: 'a.xls',
    content: workbook(
      [
        ['Card Number', 'Old amount', 'Amount'],
        [cardA, 99, 10],
        [cardB, 99, 20.5],
      ],
      { bookType: 'biff8' },
    ),
    rows: bothRows,
  },
}

/** The rows of a result, without lines with totals. */
function rowsOf(result: ReadResult) {
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => rowAt(loadRows, index)!)
    .filter(({ rowNumber }) => !result.facts.totalsRowNumbers.includes(rowNumber))
    .map((row) => (hasError(row.findings) ? '!' : [row.values.identifier, row.cents[0]]))
}

describe.each(Object.entries({ ...texts, ...workbooks }))(
  '%s',
  (_, { name, content, rows, refusalCode, facts = {} }) => {
    test(refusalCode === undefined ? 'is read' : 'leads to a question', async () => {
      const result = await readRows(loadRows, { ...loadRules, fileName: name, file: new Blob([content]) })
      if (refusalCode !== undefined) return expect(result).toMatchObject({ ok: false, refusal: { code: refusalCode } })
      expect(rowsOf(result)).toEqual(rows)
      expect(result).toMatchObject({ facts })
    })
  },
)
