// The dialog that adds rows to an open file. The user types them one by one, or pastes them from a spreadsheet.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import { textToFile } from '#flows/open-rows/generated-file.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { TypedRowForm } from './TypedRowForm.tsx'
import { refusalToText } from '#pages/shared/row-editor/words.ts'

interface AddRowsDialogProps {
  readonly model: RowsModel
  readonly openRows: OpenRows
  readonly onClose: () => void
}

export function AddRowsDialog({ model, openRows, onClose }: AddRowsDialogProps) {
  const [message, setMessage] = useState<AddedMessage>()
  const [rules] = useState(() => model.rules())
  const add = (row: CheckedRow) => {
    const newMessage = append(model, openRows, [row])
    setMessage(newMessage)
    return newMessage.kind === 'info'
  }
  const paste = async (text: string) => setMessage(await addRows(model, openRows, text))
  return (
    <Dialog
      open
      size="wide"
      title={m.rows_addRows()}
      description={m.rows_addRowsHint()}
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <div className="grid gap-4">
        <TypedRowForm
          rules={rules}
          blockedReason={undefined}
          hasTitle={false}
          onAdd={add}
          onPaste={(text) => void paste(text)}
        />
        {message && <Banner kind={message.kind} title={message.text} />}
      </div>
    </Dialog>
  )
}

/** How many rows were added, or why none was. */
type AddedMessage =
  | {
      readonly kind: 'info'
      readonly text: string
      /** False if a part of the text was not read as rows. */
      readonly isComplete: boolean
    }
  | { readonly kind: 'critical'; readonly text: string }

/** Reads the text and appends its rows. */
export async function addRows(model: RowsModel, openRows: OpenRows, text: string): Promise<AddedMessage> {
  const result = await model.readMore(textToFile(text, m.rows_addedRows()))
  if (!result.ok) return { kind: 'critical', text: refusalToText(result) }
  return append(model, openRows, result.rows, result.leftOut)
}

/** `leftOut` has one sentence about each type of content that was not read as rows. */
function append(
  model: RowsModel,
  { edits }: OpenRows,
  rows: readonly CheckedRow[],
  leftOut: readonly string[] = [],
): AddedMessage {
  const refusal = model.moreRowsRefusal(rows.length)
  if (refusal !== undefined) return { kind: 'critical', text: refusal }
  edits.append(rows)
  const addedText = m.rows_rowsWereAdded({ count: rows.length })
  const leftOutTexts = leftOut.map((sentence) => m.common_fullStop({ text: sentence }))
  return { kind: 'info', text: [addedText, ...leftOutTexts].join(' '), isComplete: leftOut.length === 0 }
}
