// Converts a block of cells to and from the text that spreadsheets copy: lines of tab-separated texts, quoted if they
// contain a tab, a line end or a quote. Also maps the cells of a block to open rows.
import { m } from '#words/messages.js'
import type { RowField } from '#domain/rows/fields.ts'
import { type CheckedRow, checkRow, toValues } from '#domain/rows/row-type.ts'
import type { BlockWrite } from './edits.ts'
import type { AnyRows } from './rows.ts'

export type CellBlock = readonly (readonly string[])[]

export const blockToText = (block: CellBlock): string => block.map((line) => line.map(toQuoted).join('\t')).join('\r\n')

const toQuoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Splits a copied text into cells. An unclosed quote is an ordinary character. A line end at the end of the text
 * does not start another line.
 */
export function textToBlock(text: string): string[][] {
  const block: string[][] = []
  let line: string[] = []
  let at = 0
  for (;;) {
    const quotedCell = matchAt(QUOTED, text, at)
    const source = quotedCell ?? matchAt(PLAIN, text, at) ?? ''
    line.push(quotedCell === undefined ? source : withoutQuotes(quotedCell))
    at += source.length
    const isEndOfCell = text[at] === '\t'
    if (isEndOfCell) {
      at += 1
      continue
    }
    // Here is the end of a line, or of the text.
    block.push(line)
    line = []
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at >= text.length) return block
  }
}

/** '"say ""hi"""' → 'say "hi"'. */
const withoutQuotes = (quotedCell: string): string => quotedCell.slice(1, -1).replaceAll('""', '"')

const WITHOUT_TABS = '(?:[^"\\t]|"")*'
const WITHOUT_LINE_ENDS = '(?:[^"\\r\\n]|"")*'
/**
 * Matches a quoted cell that ends before a separator or the end of the text. The cell can contain tabs or line ends, but
 * not both. A text with both is rather several rows, between two cells with an ordinary quotation mark.
 */
const QUOTED = new RegExp(`"(?:${WITHOUT_TABS}|${WITHOUT_LINE_ENDS})"(?=[\\t\\r\\n]|$)`, 'y')
const PLAIN = /[^\t\r\n]*/y

/** Both patterns are sticky (`y`), so they match only at `lastIndex`. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The target of a paste. */
export interface BlockTarget {
  /** The rows from the first selected one on. */
  readonly ids: readonly number[]
  /** The fields from the first selected one on. */
  readonly fields: readonly (RowField & { readonly name: string })[]
  readonly selectedRowCount: number
  readonly selectedFieldCount: number
  /** True if lines beyond the last row create rows. */
  readonly canAddRows: boolean
}

export type PlacedBlock =
  | { readonly ok: true; readonly writes: readonly BlockWrite[]; readonly added: readonly CheckedRow[] }
  | { readonly ok: false; readonly refusal: string }

/**
 * Returns what pasting a block writes to each row, or why the block cannot be pasted. A single cell fills the whole
 * selection. Removed rows are skipped.
 */
export function placeBlock(rows: AnyRows, block: CellBlock, target: BlockTarget): PlacedBlock {
  const rowType = rows.rowType()
  const { fields } = target
  const width = Math.max(...block.map((line) => line.length))
  if (width > fields.length) return toRefusal(m.rows_pasteTooWide({ width, room: fields.length }))
  const isSingleCell = block.length === 1 && width === 1
  const lines = isSingleCell ? repeatCell(block[0]?.[0] ?? '', target) : block
  const targetIds = target.ids.filter((id) => !rows.isRemoved(id))
  const surplusLines = lines.slice(targetIds.length)
  // A single cell is repeated only for the selection, so it never needs more rows.
  const isTooHigh = surplusLines.length > 0 && !target.canAddRows && !isSingleCell
  if (isTooHigh) return toRefusal(m.rows_pasteTooHigh({ height: lines.length, room: targetIds.length }))
  const toTexts = (line: readonly string[]): Record<string, string> => {
    const texts: Record<string, string> = {}
    for (const [index, text] of line.entries()) {
      const field = fields[index]
      if (field) texts[field.name] = text.trim()
    }
    return texts
  }
  const toNewRow = (line: readonly string[]): CheckedRow => {
    const texts = toTexts(line)
    const values = toValues(
      rowType,
      rowType.fields.map(({ name }) => texts[name] ?? ''),
    )
    return checkRow(rowType, { rowNumber: 0, values, fieldCount: rowType.activeFields.length })
  }
  return {
    ok: true,
    writes: targetIds.slice(0, lines.length).map((id, index) => ({ id, values: toTexts(lines[index] ?? []) })),
    added: target.canAddRows ? surplusLines.map(toNewRow) : [],
  }
}

const repeatCell = (cell: string, { selectedRowCount, selectedFieldCount }: BlockTarget): CellBlock =>
  Array.from({ length: selectedRowCount }, () => Array.from({ length: selectedFieldCount }, () => cell))

const toRefusal = (refusal: string): PlacedBlock => ({ ok: false, refusal })
