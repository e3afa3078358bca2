// More rows among those that are open: typed one by one, or pasted from a spreadsheet. Read by the same worker as the file.
import { useState } from 'react'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import type { RowsDesk } from '#flows/rows/desk.ts'
import { textToFile } from '#flows/rows/more-rows.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import * as say from '#words/pages/shared/rows.ts'
import { TypedRows } from './TypedRows.tsx'

interface AddRowsDialogProps {
  readonly desk: RowsDesk
  readonly opened: OpenRows
  readonly onClose: () => void
}

export function AddRowsDialog({ desk, opened, onClose }: AddRowsDialogProps) {
  const [told, setTold] = useState<{ readonly kind: 'info' | 'critical'; readonly text: string }>()
  const [rules] = useState(() => desk.rules())
  const add = async (text: string) => {
    const next = await addRows(desk, opened, text)
    setTold(next)
    return next.kind === 'info'
  }
  return (
    <Dialog
      open
      size="wide"
      title={say.addRows}
      description={say.theyFollowRowsThatAreThere}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say.close}</Button>}
    >
      <div className="grid gap-4">
        <TypedRows rules={rules} barred={undefined} titled={false} onAdd={add} />
        {told && <Banner kind={told.kind} title={told.text} />}
      </div>
    </Dialog>
  )
}

/** Reads the text and puts its rows behind the open ones; says what became of it. */
export async function addRows(desk: RowsDesk, { edits }: OpenRows, text: string) {
  const read = await desk.readMore(textToFile(text, say.addedRows))
  if (!read.ok) return { kind: 'critical', text: [read.text, read.hint].filter(Boolean).join('. ') } as const
  const refusal = desk.refuseMore(read.rows.length)
  if (refusal !== undefined) return { kind: 'critical', text: refusal } as const
  edits.append(read.rows)
  const count = read.rows.length
  return {
    kind: 'info',
    text: say.rowsWereAdded(count),
  } as const
}
