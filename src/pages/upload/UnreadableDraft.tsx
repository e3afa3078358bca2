// A draft of an upload that this version of the portal cannot go on with.
import { orderSample } from '#domain/order/sample.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { OpenedUpload } from '#flows/upload/open.ts'
import { UnreadableRows } from '#pages/shared/rows/UnreadableRows.tsx'
import type { TextTable } from '#pages/shared/saveTable.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { discardDraft } from '#storage/drafts.ts'

interface UnreadableDraftProps {
  readonly draft: Extract<OpenedUpload, { kind: 'unreadable' }>
  readonly type: UploadType
  readonly onGone: () => void
}

export function UnreadableDraft({ draft: { draftId, table }, type, onGone }: UnreadableDraftProps) {
  const session = useSession()
  const discard = async () => {
    if (session) await discardDraft(ownerUserOf(session), draftId)
    onGone()
  }
  return <UnreadableRows table={table} toFile={() => toFile(table, type)} onDiscard={() => void discard()} />
}

/** The columns of an order; of a batch identifier, target where there is one, amount. */
function toFile(rows: readonly (readonly string[])[], type: UploadType): TextTable {
  if (isOrder(type)) return { ...orderSample(type), rows }
  const width = Math.max(...rows.map((row) => row.length))
  const header = ['Identifier', ...Array.from({ length: Math.max(0, width - 2) }, () => 'Target'), 'Amount'].slice(
    0,
    width,
  )
  return { header, rows, textColumns: header.slice(0, -1).map((_, at) => at) }
}
