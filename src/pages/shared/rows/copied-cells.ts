// Cells copied out of the rows. Other programs get what the screen shows, with card numbers masked; pasted in this tab
// they have their full values: the clipboard only contains a key under which this tab remembers them.
import { blockToText, type CellBlock, textToBlock } from '#rows/blocks.ts'
import { randomUuid } from '#services/random-uuid.ts'

const NAME = 'application/x-portal-cells'

let last: { readonly name: string; readonly cells: CellBlock } | undefined

export function copyCells(clipboard: DataTransfer, cells: CellBlock, shown: CellBlock): void {
  last = { name: randomUuid(), cells }
  clipboard.setData('text/plain', blockToText(shown))
  clipboard.setData(NAME, last.name)
}

/** The pasted text as cells; none if there is no text. */
export function pastedCells(clipboard: DataTransfer): CellBlock {
  if (last && clipboard.getData(NAME) === last.name) return last.cells
  const text = clipboard.getData('text/plain')
  return text === '' ? [] : textToBlock(text)
}
