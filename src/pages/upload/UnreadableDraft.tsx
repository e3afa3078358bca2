// A draft that this version of the portal cannot go on with: its rows can be saved as a file (threats T51).
import { orderSample } from '#domain/order/sample.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { OpenedUpload } from '#flows/upload/open.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { discardDraft } from '#storage/drafts.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FileWarning } from 'lucide-react'
import { saveTable } from '#pages/shared/saveTable.ts'

interface UnreadableDraftProps {
  readonly draft: Extract<OpenedUpload, { kind: 'unreadable' }>
  readonly type: UploadType
  readonly onGone: () => void
}

export function UnreadableDraft({ draft, type, onGone }: UnreadableDraftProps) {
  const session = useSession()
  const { draftId, table } = draft
  const discard = async () => {
    if (session) await discardDraft(ownerUserOf(session), draftId)
    onGone()
  }
  return (
    <EmptyState
      icon={FileWarning}
      title="This draft was saved by another version of the portal"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button
            kind="primary"
            onClick={() => void saveRows(table, type)}
            disabledReason={table.length === 0 ? 'No row of it can be read' : undefined}
          >
            Save its {table.length.toLocaleString('en')} rows as CSV
          </Button>
          <Button onClick={() => void discard()}>Discard it and start anew</Button>
        </span>
      }
    >
      It cannot be opened here. Save its rows as a file and upload that file again; nothing has been submitted.
    </EmptyState>
  )
}

/** As a file that is uploaded again: the columns of an order; of a batch identifier, target where there is one, amount. */
function saveRows(table: readonly (readonly string[])[], type: UploadType): Promise<void> {
  if (isOrder(type)) {
    const { header, textColumns } = orderSample(type)
    return saveTable('draft-rows', 'csv', { header, rows: table, textColumns })
  }
  const width = Math.max(...table.map((row) => row.length))
  const header = ['Identifier', ...Array.from({ length: Math.max(0, width - 2) }, () => 'Target'), 'Amount'].slice(
    0,
    width,
  )
  return saveTable('draft-rows', 'csv', { header, rows: table, textColumns: header.slice(0, -1).map((_, at) => at) })
}
