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
  const block: string[][] = [[]]
  const add = (cell: string) => block.at(-1)?.push(cell)
  let at = 0
  while (at <= text.length) {
    const quotedCell = matchAt(QUOTED, text, at)
    const cell = quotedCell ?? matchAt(PLAIN, text, at) ?? ''
    add(quotedCell === undefined ? cell : cell.slice(1, -1).replaceAll('""', '"'))
    at += cell.length
    if (text[at] === '\t') at += 1
    else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      if (at === text.length) break
      block.push([])
    } else break
  }
  return block
}

/**
 * Matches a quoted cell before a separator or the end. A cell with tabs and line ends would be several rows, between two
 * cells that begin with a quotation mark.
 */
const QUOTED = /"(?:(?:[^"\t]|"")*|(?:[^"\r\n]|"")*)"(?=[\t\r\n]|$)/y
const PLAIN = /[^\t\r\n]*/y

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The target of a paste: the rows and fields from the first selected cell on, and the size of the selection. */
export interface BlockTarget {
  readonly ids: readonly number[]
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
  const rowType = rows.kind()
  const { fields } = target
  const width = Math.max(...block.map((line) => line.length))
  if (width > fields.length) return toRefusal(m.rows_pasteTooWide({ width, room: fields.length }))
  const isSingleCell = block.length === 1 && width === 1
  const lines = isSingleCell
    ? Array.from({ length: target.selectedRowCount }, () =>
        Array.from({ length: target.selectedFieldCount }, () => block[0]?.[0] ?? ''),
      )
    : block
  const targetIds = target.ids.filter((id) => !rows.isRemoved(id))
  const toTexts = (line: readonly string[]) =>
    Object.fromEntries(line.flatMap((text, index) => (fields[index] ? [[fields[index].name, text.trim()]] : [])))
  const surplusLines = lines.slice(targetIds.length)
  if (surplusLines.length > 0 && !target.canAddRows && !isSingleCell)
    return toRefusal(m.rows_pasteTooHigh({ height: lines.length, room: targetIds.length }))
  return {
    ok: true,
    writes: lines
      .slice(0, targetIds.length)
      .map((line, index) => ({ id: targetIds[index] ?? 0, values: toTexts(line) })),
    added: (isSingleCell && !target.canAddRows ? [] : surplusLines).map((line) => {
      const texts = toTexts(line)
      const values = toValues(
        rowType,
        rowType.fields.map(({ name }) => texts[name] ?? ''),
      )
      return checkRow(rowType, { rowNumber: 0, values, fieldCount: rowType.activeFields.length })
    }),
  }
}

const toRefusal = (refusal: string): PlacedBlock => ({ ok: false, refusal })
