// Shown for a draft of an upload that this version of the portal cannot read.
import type { UploadType } from '#domain/uploads.ts'
import type { OpenedUpload } from '#flows/upload/open.ts'
import { draftToTable } from '#pages/shared/row-editor/draft-to-table.ts'
import { UnreadableRows } from '#pages/shared/row-editor/UnreadableRows.tsx'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import { discardDraft } from '#storage/drafts.ts'

interface UnreadableDraftProps {
  readonly draft: Extract<OpenedUpload, { kind: 'unreadable' }>
  readonly type: UploadType
  readonly onDiscarded: () => void
}

export function UnreadableDraft({ draft: { draftId, table }, type, onDiscarded }: UnreadableDraftProps) {
  const session = useSession()
  const discard = async () => {
    if (session) await discardDraft(ownerUserOf(session), draftId)
    onDiscarded()
  }
  return <UnreadableRows table={table} toTable={() => draftToTable(table, type)} onDiscard={() => void discard()} />
}
