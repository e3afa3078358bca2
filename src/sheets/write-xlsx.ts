// Writes rows as a minimal xlsx. No library is used: writing the XML here takes a fraction of the time and of the code,
// and allows streaming.
import type { Cell } from '#domain/columns.ts'
import { withoutDirectionMarks } from './direction-marks.ts'
import { packZip } from './pack-zip.ts'
import { escapeXml } from './xml.ts'

export interface XlsxSheet {
  readonly name: string
  readonly header: readonly string[]
  /** Text stays text, even if it looks like a number (identifiers!). */
  readonly rows: Iterable<readonly Cell[]>
  /** The widths of the columns in characters. 18 by default. */
  readonly widths?: readonly number[]
  /**
   * The columns (from 0) that are formatted as text in every row, so that digits that are typed there later are kept.
   */
  readonly textColumns?: readonly number[]
  /** The time zone, written after each time of day. */
  readonly timeZoneLabel?: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

// The ids of number formats. Those below 164 are built into spreadsheet programs.
const GENERAL_FORMAT = 0
const AMOUNT_FORMAT = 4
const TEXT_FORMAT = 49
const DAY_FORMAT = 164
const INSTANT_FORMAT = 165

// The positions of the fonts in `stylesXml`.
const NORMAL_FONT = 0
const BOLD_FONT = 1

interface CellStyle {
  readonly name: 'general' | 'text' | 'amount' | 'bold' | 'day' | 'instant'
  readonly format: number
  readonly isBold?: boolean
}

/** A cell refers to its style by the position in this list. Without a reference, it has the first style. */
const cellStyles: readonly CellStyle[] = [
  { name: 'general', format: GENERAL_FORMAT },
  { name: 'text', format: TEXT_FORMAT },
  { name: 'amount', format: AMOUNT_FORMAT },
  { name: 'bold', format: TEXT_FORMAT, isBold: true },
  { name: 'day', format: DAY_FORMAT },
  { name: 'instant', format: INSTANT_FORMAT },
]
const nameToStyle = (name: CellStyle['name']): number => cellStyles.findIndex((style) => style.name === name)

const TEXT_STYLE = nameToStyle('text')
const AMOUNT_STYLE = nameToStyle('amount')
const BOLD_STYLE = nameToStyle('bold')
const DAY_STYLE = nameToStyle('day')
const INSTANT_STYLE = nameToStyle('instant')

/** The bytes of a workbook with one sheet, whose header is bold and frozen. */
export function writeXlsx(sheet: XlsxSheet): Uint8Array<ArrayBuffer> {
  const xml = [sheetStart(sheet)]
  // The header is row 1.
  let rowNumber = 2
  for (const row of sheet.rows) {
    xml.push(sheetRow(row, rowNumber, sheet.header.length))
    rowNumber += 1
  }
  xml.push(SHEET_END)
  const parts = [
    ...partsBefore(sheet.timeZoneLabel),
    { name: sheetPath(1), xml: xml.join('') },
    ...partsAfter([toSheetName(sheet.name)]),
  ]
  return packZip(parts.map(({ name, xml }) => ({ name, bytes: new TextEncoder().encode(xml) })))
}

/** A part of a workbook as text. */
export interface XlsxPart {
  readonly name: string
  readonly xml: string
}

/** The parts that come before the sheets in the file. Programs recognise a workbook by the first part. */
export const partsBefore = (timeZoneLabel?: string): readonly XlsxPart[] => [
  { name: '_rels/.rels', xml: DECLARATION + relations([['officeDocument', 'xl/workbook.xml']]) },
  { name: 'xl/styles.xml', xml: DECLARATION + stylesXml(timeZoneLabel) },
]

/** The parts that come after the sheets in the file. They list the sheets, so the sheets can be written before. */
export const partsAfter = (sheetNames: readonly string[]): readonly XlsxPart[] => [
  { name: 'xl/workbook.xml', xml: DECLARATION + workbookXml(sheetNames) },
  {
    name: 'xl/_rels/workbook.xml.rels',
    xml:
      DECLARATION +
      relations([
        ...sheetNames.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
  },
  { name: '[Content_Types].xml', xml: DECLARATION + contentTypes(sheetNames) },
]

/** The path of a sheet by its number, from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/

/** A sheet's XML up to its first row, with the header bold and frozen. */
export function sheetStart({ header, widths = [], textColumns = [] }: Omit<XlsxSheet, 'name' | 'rows'>): string {
  const columns = header.map((_, index) => {
    const style = textColumns.includes(index) ? ` style="${TEXT_STYLE}"` : ''
    return `<col min="${index + 1}" max="${index + 1}" width="${widths[index] ?? 18}" customWidth="1"${style}/>`
  })
  // A sheet with Arabic headings begins on the right.
  const direction = RIGHT_TO_LEFT.test(header.join('')) ? ' rightToLeft="1"' : ''
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView${direction} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${rowXml(header, 1, BOLD_STYLE)}`
  )
}

/** A row below the header. The header is row 1. Throws a RangeError if it has more cells than the header. */
export function sheetRow(cells: readonly Cell[], rowNumber: number, width: number): string {
  if (cells.length > width) throw new RangeError(`a row of ${cells.length} cells under a header of ${width}`)
  return rowXml(cells, rowNumber, TEXT_STYLE)
}

export const SHEET_END = '</sheetData></worksheet>'

function rowXml(cells: readonly Cell[], rowNumber: number, textStyle: number): string {
  let xml = `<row r="${rowNumber}">`
  cells.forEach((cell, index) => {
    columnNames[index] ??= columnName(index)
    xml += cellXml(cell, `${columnNames[index]}${rowNumber}`, textStyle)
  })
  return `${xml}</row>`
}

/** @param reference the place of the cell, 'B7' */
function cellXml(cell: Cell, reference: string, textStyle: number): string {
  if (cell === '') return ''
  if (typeof cell === 'string') {
    const text = escapeXml(withoutDirectionMarks(cell))
    return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if ('serial' in cell) {
    const style = cell.withTime ? INSTANT_STYLE : DAY_STYLE
    return `<c r="${reference}" s="${style}"><v>${cell.serial}</v></c>`
  }
  return `<c r="${reference}" s="${AMOUNT_STYLE}"><v>${cell.amountCents / 100}</v></c>`
}

/** A cache of the names of columns, because the reference of every cell contains one. */
const columnNames: string[] = []

const CODE_OF_A = 65

/** 0 → 'A', 26 → 'AA'. */
export function columnName(index: number): string {
  if (index < 26) return String.fromCharCode(CODE_OF_A + index)
  return columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
}

/** The limit of spreadsheet programs. */
const MAX_SHEET_NAME = 31

/** Replaces the characters that spreadsheet programs forbid in the name of a sheet. */
export const toSheetName = (name: string): string =>
  withoutDirectionMarks(name)
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, MAX_SHEET_NAME)

/** The name of one of several sheets with the same columns, from 1: 'Fee Report', 'Fee Report 2'. */
export function toNumberedName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  const beginning = toSheetName(name).slice(0, MAX_SHEET_NAME - suffix.length)
  return `${beginning.trimEnd()}${suffix}`
}

const workbookXml = (sheetNames: readonly string[]): string =>
  `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets>${sheetNames
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`

const relations = (list: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE_NAMESPACE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const contentTypes = (sheetNames: readonly string[]): string =>
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  sheetNames
    .map((_, index) => `<Override PartName="/${sheetPath(index + 1)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`)
    .join('') +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`

// Days and instants look as on the screen: '04 Mar 2026, 10:42 SGT'.
function stylesXml(timeZoneLabel = ''): string {
  // Texts of a format are in quotes: dd mmm yyyy", "hh:mm" SGT"
  const zone = timeZoneLabel.replaceAll('"', '')
  const instantFormat = `dd mmm yyyy", "hh:mm" ${zone}"`
  const cellXfs = cellStyles.map((style) => cellStyleXml(style)).join('')
  return (
    `<styleSheet xmlns="${MAIN_NAMESPACE}">` +
    `<numFmts count="2"><numFmt numFmtId="${DAY_FORMAT}" formatCode="dd mmm yyyy"/>` +
    `<numFmt numFmtId="${INSTANT_FORMAT}" formatCode="${escapeXml(instantFormat)}"/></numFmts>` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cellStyles.length}">${cellXfs}</cellXfs></styleSheet>`
  )
}

function cellStyleXml({ format, isBold = false }: CellStyle): string {
  const font = isBold ? BOLD_FONT : NORMAL_FONT
  const appliesFormat = format === GENERAL_FORMAT ? '' : ' applyNumberFormat="1"'
  const appliesFont = isBold ? ' applyFont="1"' : ''
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${appliesFormat}${appliesFont}/>`
}
