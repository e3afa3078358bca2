// Hand-written workbooks, for files that no library creates.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { cardNumber } from '#tests/support/files.ts'

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
/** The XML of two cells: an identifier and an amount of 7. */
export const sampleCells = (row: number) =>
  `<c r="A${row}" t="inlineStr"><is><t>${cardNumber(1)}</t></is></c><c r="B${row}"><v>7</v></c>`
/** The XML of a sheet with this content of `sheetData`. */
export const sheetXml = (data: string, before = '', after = '') =>
  `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${before}<sheetData>${data}</sheetData>${after}</worksheet>`

/** A workbook of one sheet, with replaced parts. */
export function craftXlsx(sheet: string, parts: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> {
  const allParts: Record<string, string> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Loads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  }
  const bytes = Object.entries(allParts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(bytes), { level: 1 })
}

/** As `craftXlsx`, without folders: the parts are found only through their relations. */
export function craftXlsxInRoot(sheet: string): Uint8Array<ArrayBuffer> {
  const moved = (text: string) =>
    text.replaceAll(/(?:\/?xl\/)?(?:worksheets\/)?(sheet1|workbook)\.xml(?!\.rels)/g, '/$1.xml')
  const parts = Object.entries(unzipSync(craftXlsx(sheet))).map(
    ([name, bytes]) =>
      [name.replace(/^xl\//, '').replace('worksheets/', ''), strToU8(moved(strFromU8(bytes)))] as const,
  )
  return zipSync(Object.fromEntries(parts), { level: 1 })
}
