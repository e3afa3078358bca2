// Copies and pastes cells of the rows. Other programs get the text on screen, with card numbers masked. Pasting in this
// tab inserts the full values: the tab keeps them in memory, and the clipboard has only a key that identifies the copy.
import { blockToText, type CellBlock, textToBlock } from '#rows/blocks.ts'
import { randomUuid } from '#services/random-uuid.ts'

const CLIPBOARD_TYPE = 'application/x-portal-cells'

let lastCopy: { readonly key: string; readonly cells: CellBlock } | undefined

interface CopiedBlock {
  /** With the full values, for pasting in this tab. */
  readonly copiedCells: CellBlock
  /** With card numbers masked, for other programs. */
  readonly displayedCells: CellBlock
}

export function copyCells(clipboard: DataTransfer, { copiedCells, displayedCells }: CopiedBlock): void {
  lastCopy = { key: randomUuid(), cells: copiedCells }
  clipboard.setData('text/plain', blockToText(displayedCells))
  clipboard.setData(CLIPBOARD_TYPE, lastCopy.key)
}

/** The pasted text as cells; empty if there is no text. */
export function pastedCells(clipboard: DataTransfer): CellBlock {
  if (lastCopy && clipboard.getData(CLIPBOARD_TYPE) === lastCopy.key) return lastCopy.cells
  const text = clipboard.getData('text/plain')
  return text === '' ? [] : textToBlock(text)
}
