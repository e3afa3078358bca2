// Cells that are copied out of the rows. Other programs get what the screen shows, card numbers masked (contract "Cards"); pasted
// among rows of this tab it is what stands there: the clipboard has only the name under which this tab remembers it.
import { blockToText, type CellBlock, textToBlock } from '#rows/blocks.ts'

const NAME = 'application/x-portal-cells'

let last: { readonly name: string; readonly cells: CellBlock } | undefined

export function copyCells(clipboard: DataTransfer, cells: CellBlock, shown: CellBlock): void {
  last = { name: crypto.randomUUID(), cells }
  clipboard.setData('text/plain', blockToText(shown))
  clipboard.setData(NAME, last.name)
}

/** What is pasted, as cells; none where there is no text. */
export function pastedCells(clipboard: DataTransfer): CellBlock {
  if (last && clipboard.getData(NAME) === last.name) return last.cells
  const text = clipboard.getData('text/plain')
  return text === '' ? [] : textToBlock(text)
}
