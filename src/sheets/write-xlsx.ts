// Rows as a minimal xlsx, its XML written by hand: a fraction of the time and size of a library's.
import type { Cell } from '#domain/columns.ts'
import { type Part, packDeflated } from './pack-zip.ts'
import { escapeXml } from './xml.ts'

export type XlsxCell = Cell

export interface XlsxSheet {
  readonly name: string
  readonly header: readonly string[]
  /** Text stays text whatever it looks like (identifiers!). */
  readonly rows: Iterable<readonly Cell[]>
  /** Widths of the columns in characters; 18 where not given. */
  readonly widths?: readonly number[]
  /** Columns (from 0) formatted as text all the way down, so that what is typed there later keeps its digits. */
  readonly textColumns?: readonly number[]
  /** Named behind each time of day. */
  readonly timeZoneLabel?: string
}

/** The bytes of a workbook with one sheet: the header bold and frozen. */
export async function writeXlsx(sheet: XlsxSheet): Promise<Uint8Array<ArrayBuffer>> {
  const part = (name: string, xml: string): Part => ({ name, bytes: new TextEncoder().encode(`${DECLARATION}${xml}`) })
  return packDeflated([
    part('[Content_Types].xml', CONTENT_TYPES),
    part('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(toSheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', relations([['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']])), // prettier-ignore
    part('xl/styles.xml', stylesXml(sheet.timeZoneLabel)),
    part('xl/worksheets/sheet1.xml', sheetXml(sheet)),
  ])
}

function sheetXml({ header, rows, widths = [], textColumns = [] }: XlsxSheet): string {
  const xml = [
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`,
  ]
  header.forEach((_, index) => {
    const style = textColumns.includes(index) ? ` style="${TEXT}"` : ''
    xml.push(`<col min="${index + 1}" max="${index + 1}" width="${widths[index] ?? 18}" customWidth="1"${style}/>`)
  })
  xml.push('</cols><sheetData>', rowXml(header, 1, BOLD))
  let rowNumber = 1
  for (const row of rows) {
    if (row.length > header.length) throw new RangeError(`a row of ${row.length} cells under a header of ${header.length}`) // prettier-ignore
    xml.push(rowXml(row, ++rowNumber, TEXT))
  }
  xml.push('</sheetData></worksheet>')
  return xml.join('')
}

function rowXml(cells: readonly Cell[], rowNumber: number, textStyle: number): string {
  let xml = `<row r="${rowNumber}">`
  cells.forEach((cell, index) => {
    const at = `${columnName(index)}${rowNumber}`
    if (typeof cell === 'number') xml += `<c r="${at}"><v>${cell}</v></c>`
    else if (typeof cell === 'object') {
      xml +=
        'serial' in cell
          ? `<c r="${at}" s="${cell.withTime ? INSTANT : DATE}"><v>${cell.serial}</v></c>`
          : `<c r="${at}" s="${AMOUNT}"><v>${cell.amountCents / 100}</v></c>`
    }
    else if (cell !== '') xml += `<c r="${at}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>` // prettier-ignore
  })
  return `${xml}</row>`
}

/** 0 → 'A', 26 → 'AA'. */
export function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
}

// Spreadsheet programs allow 31 characters and not these.
export const toSheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

const relations = (list: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`

// The places of the cell styles below.
const TEXT = 1
const AMOUNT = 2
const BOLD = 3
const DATE = 4
const INSTANT = 5
// Shown as on the screen: 04 Mar 2026, 10:42 SGT.
const stylesXml = (timeZoneLabel = ''): string =>
  `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd mmm yyyy"/>` +
  `<numFmt numFmtId="165" formatCode="${escapeXml(`dd mmm yyyy", "hh:mm" ${timeZoneLabel.replaceAll('"', '')}"`)}"/></numFmts>` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
