// Cells copied from the rows. Other programs get the text on screen, with card numbers masked. Pasting in this tab
// inserts the full values: they stay in this tab's memory, under a key that is on the clipboard.
import { blockToText, type CellBlock, textToBlock } from '#rows/blocks.ts'
import { randomUuid } from '#services/random-uuid.ts'

const NAME = 'application/x-portal-cells'

let last: { readonly name: string; readonly cells: CellBlock } | undefined

export function copyCells(clipboard: DataTransfer, cells: CellBlock, shown: CellBlock): void {
  last = { name: randomUuid(), cells }
  clipboard.setData('text/plain', blockToText(shown))
  clipboard.setData(NAME, last.name)
}

/** The pasted text as cells; empty if there is no text. */
export function pastedCells(clipboard: DataTransfer): CellBlock {
  if (last && clipboard.getData(NAME) === last.name) return last.cells
  const text = clipboard.getData('text/plain')
  return text === '' ? [] : textToBlock(text)
}
