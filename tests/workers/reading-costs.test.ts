// Reads the most expensive files, each in its own process, which needs at most 256 MiB. The time is not measured: if it
// grew faster than the file, reading would take hours, and the test would reach its time limit.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { xlsToRecords, recordsToXls } from '#tests/support/compound-files.ts'
import { DECLARATION, MAIN, sampleCells, craftXlsx, sheetXml } from '#tests/support/craft-xlsx.ts'
import { cardNumber, workbook } from '#tests/support/files.ts'
import type { ReadingCost } from '#tests/support/reading-child.ts'

const MAX_MEBIBYTES = 256
/** Shorter than the time limit of a test, so that no process is left behind. */
const HANGS_MS = 110_000

const folder = mkdtempSync(join(tmpdir(), 'reading-costs-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  const output = { entryFileNames: 'child.mjs', chunkFileNames: '[name]-[hash].mjs' }
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve('tests/support/reading-child.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output },
    },
  })
})

async function costOf(name: string, content: string | Uint8Array): Promise<ReadingCost> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'child.mjs'), path], {
    timeout: HANGS_MS,
  })
  return JSON.parse(stdout) as ReadingCost
}

const MEBIBYTE = 1024 * 1024
/** Slightly below the size limit of an inflated workbook. */
const LARGE = 31 * MEBIBYTE
const card = cardNumber(1)
const repeat = (count: number, row: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i + 1)).join('')
const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const sharedText = (text: string) => ({
  'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}"><si><t>${text}</t></si></sst>`,
})
const longText = 'x'.repeat(32_000)
const smallXls = () =>
  workbook(
    [
      ['Card Number', 'Amount'],
      [card, 5],
    ],
    { bookType: 'biff8' },
  )

type ExpensiveFile = [
  name: string,
  fileName: string,
  result: string,
  createContent: () => Promise<Uint8Array> | Uint8Array | string,
]

const expensiveFiles: readonly ExpensiveFile[] = [
  [
    'a long text in each cell',
    'a.xlsx',
    'columnsNeeded',
    () =>
      craftXlsx(
        sheetXml(repeat(480, (n) => `<row r="${n}">${inline(`A${n}`, longText)}${inline(`B${n}`, longText)}</row>`)),
      ),
  ],
  [
    'one long text that each cell points to',
    'a.xlsx',
    'tooLarge',
    () =>
      craftXlsx(
        sheetXml(
          repeat(
            5000,
            (n) =>
              `<row r="${n}">${'ABC'
                .split('')
                .map((c) => `<c r="${c}${n}" t="s"><v>0</v></c>`)
                .join('')}</row>`,
          ),
        ),
        sharedText(longText),
      ),
  ],
  [
    '31 MiB of empty cells',
    'a.xlsx',
    'noRows',
    () => craftXlsx(sheetXml(`<row>${'<c s="1"/>'.repeat(60)}</row>`.repeat(53_000))),
  ],
  ['31 MiB of comments', 'a.xlsx', 'noRows', () => craftXlsx(sheetXml('<!-- by hand -->'.repeat(2_000_000)))],
  [
    '31 MiB of cells with a value',
    'a.xlsx',
    'tooLarge',
    () => craftXlsx(sheetXml(`<row>${'<c><v>1</v></c>'.repeat(250)}</row>`.repeat(8_500))),
  ],
  [
    '31 MiB of attributes',
    'a.xlsx',
    'noRows',
    () => craftXlsx(sheetXml(`<row ${repeat(500, (n) => `b${n}="2" `)}></row>`.repeat(7_000))),
  ],
  [
    '31 MiB of shared texts',
    'a.xlsx',
    'noRows',
    () =>
      craftXlsx(sheetXml('<row><c t="s"><v>1</v></c></row>'), {
        'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${'<si><t>a</t></si>'.repeat(1_900_000)}</sst>`,
      }),
  ],
  [
    '31 MiB of spaces before the data',
    'a.xlsx',
    '1 rows',
    () => craftXlsx(sheetXml(`<row>${sampleCells(1)}</row>`, ' '.repeat(LARGE))),
  ],
  ['a tag of 31 MiB', 'a.xlsx', 'brokenWorkbook', () => craftXlsx(sheetXml(`<row ${' '.repeat(LARGE)}`))],
  [
    'a cell of 31 MiB',
    'a.xlsx',
    'noRows',
    () => craftXlsx(sheetXml(`<row><c t="str"><v>${'x'.repeat(LARGE)}</v></c></row>`)),
  ],
  [
    'a shared text of 31 MiB',
    'a.xlsx',
    'noRows',
    () => craftXlsx(sheetXml('<row><c t="s"><v>0</v></c></row>'), sharedText('x'.repeat(LARGE))),
  ],
  [
    'a million rows of nothing',
    'a.xlsx',
    'noRows',
    () => craftXlsx(sheetXml(repeat(1_000_000, (n) => `<row r="${n}" spans="1:9"/>`))),
  ],
  ['31 MB of blank lines', 'a.csv', 'tooLarge', () => '\n'.repeat(31 * MEBIBYTE)],
  ['9 MB of blank lines', 'a.csv', 'tooLarge', () => '\n'.repeat(9 * MEBIBYTE)],
  ['9 MB of blank lines and a text in quotes', 'a.csv', 'tooLarge', () => `"a""b",1\n${'\n'.repeat(9 * MEBIBYTE)}`],
  ['9 MB of separators', 'a.csv', '1 rows', () => `"a""b",1\n${','.repeat(9 * MEBIBYTE)}`],
  ['9 MB of quotation marks', 'a.csv', 'tooLarge', () => `${card},1\n"${'"'.repeat(9 * MEBIBYTE)}`],
  ['9 MB of quotation marks and spaces', 'a.csv', 'tooLarge', () => `${card},1\n"${'" '.repeat(4.5 * MEBIBYTE)}`],
  ['9 MB of one field', 'a.csv', '2 rows', () => `${card},1\n"a""b",${'é'.repeat(4 * MEBIBYTE)}\n`],
  ['an xls whose table of sectors leads back to itself', 'a.xls', 'brokenWorkbook', () => loopedXls()],
  ['an xls with spans of everything', 'a.xls', '1 rows', () => spannedXls()],
  ['an xls full of cells', 'a.xls', 'tooManyRows', () => fullXls()],
  [
    'an xls with a long text in each cell',
    'a.xls',
    'columnsNeeded',
    () =>
      new Uint8Array(
        workbook(
          Array.from({ length: 200 }, () => [longText, longText]),
          { bookType: 'biff8' },
        ),
      ),
  ],
]

test.each(expensiveFiles)('%s can be read or refused within the limits', async (_, name, response, createContent) => {
  const cost = await costOf(name, await createContent())
  expect.soft(cost.result).toBe(response)
  expect.soft(cost.mebibytes).toBeLessThan(MAX_MEBIBYTES)
})

/** An xls in which every sector points to itself. */
function loopedXls(): Uint8Array {
  const bytes = new Uint8Array(smallXls())
  const view = new DataView(bytes.buffer)
  // Offset 76 has the number of the first sector with the allocation table. Entries from 0xfffffffa on are no sectors.
  const table = (view.getUint32(76, true) + 1) * 512
  for (let i = 0; i < 128; i++)
    if (view.getUint32(table + i * 4, true) < 0xffff_fffa) view.setUint32(table + i * 4, i, true)
  return bytes
}

/** An xls with columns (COLINFO, 0x007d) and links (HLINK, 0x01b8) that cover every cell of the sheet. */
function spannedXls(): Uint8Array {
  const records = xlsToRecords(smallXls())
  const columns = Buffer.from(Uint16Array.of(0, 0xffff, 9, 0, 0, 0).buffer)
  const link = Buffer.concat([Buffer.from(Uint16Array.of(0, 0xffff, 0, 0xff).buffer), Buffer.alloc(24)])
  records.splice(
    -1,
    0,
    ...Array.from({ length: 50 }, () => [
      { type: 0x007d, data: columns },
      { type: 0x01b8, data: link },
    ]).flat(),
  )
  return recordsToXls(records)
}

/**
 * 20,000 rows of three integers, written record by record: with the library, writing would take as long as the limit
 * for reading.
 */
function fullXls(): Uint8Array {
  const rows = 20_000
  // An RK record: row, column, style and, in the upper 30 bits, an integer, which the 2 in the lower bits marks.
  const cellOf = (at: number) => {
    const cell = Buffer.alloc(10)
    cell.writeUInt16LE(Math.floor(at / 3), 0)
    cell.writeUInt16LE(at % 3, 2)
    cell.writeUInt32LE((at << 2) | 2, 6)
    return { type: 0x027e, data: cell }
  }
  // The content of the record DIMENSIONS (0x0200).
  const dimensions = Buffer.alloc(14)
  dimensions.writeUInt32LE(rows, 4)
  dimensions.writeUInt16LE(3, 10)
  const records = xlsToRecords(smallXls()).map((record) =>
    record.type === 0x0200 ? { type: 0x0200, data: dimensions } : record,
  )
  records.splice(-1, 0, ...Array.from({ length: rows * 3 }, (_, at) => cellOf(at)))
  return recordsToXls(records)
}
