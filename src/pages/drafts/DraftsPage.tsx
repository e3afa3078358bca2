// Drafts (/drafts): all unfinished work on this device, and the storage that the portal uses. Drafts exist only on the
// device, so the page works offline. If the portal was opened offline, the drafts stay locked until the server sends
// their key.
import { m } from '#words/messages.js'
import { FilePen, LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '#brand/current.ts'
import { type Draft, deleteDraft, duplicateDraft } from '#flows/drafts/drafts.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { useDrafts } from '#flows/drafts/use-drafts.ts'
import { notify } from '#services/notices.ts'
import { ownerUserOf, type Session, useSession } from '#services/session/session.ts'
import { onStorageProblem, type StorageProblem } from '#storage/db.ts'
import { type StorageUsage as MeasuredUsage, storageUsage } from '#storage/usage.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { DraftTable } from './DraftTable.tsx'
import { StoredMerchants } from './StoredMerchants.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { saveDraftFile } from './saveDraftFile.ts'
import { type DeletedDraft, useDeletedDrafts } from './useDeletedDrafts.ts'
import { bytesToText } from './words.ts'

export default function DraftsPage() {
  const session = useSession()
  return session ? <Drafts session={session} /> : null
}

function Drafts({ session }: { readonly session: Session }) {
  const ownerUser = ownerUserOf(session)
  const drafts = useDrafts(ownerUser, session.permissions)
  const areLocked = useAreDraftsLocked()
  const { deletedDrafts, add, undo, forget } = useDeletedDrafts()
  const [draftToRename, setDraftToRename] = useState<Draft>()
  const [storageProblem, setStorageProblem] = useState<StorageProblem>()
  useEffect(() => onStorageProblem(setStorageProblem), [])

  const deleteWithUndo = async (draft: Draft) => {
    const name = nameOf(draft)
    const restore = await deleteDraft(ownerUser, draft)
    if (restore) {
      add({ id: draft.id, name, restore })
      return
    }
    const text = m.drafts_closeElsewhereFirst({ openElsewhere: m.drafts_itIsOpenInAnotherTab() })
    notify({ kind: 'error', text, about: name })
  }
  const duplicate = async (draft: Draft) => {
    const isDuplicated = await duplicateDraft(ownerUser, draft)
    if (!isDuplicated) notify({ kind: 'error', text: m.drafts_copyFailed() })
  }
  const save = async (draft: Draft) => {
    const isSaved = await saveDraftFile(ownerUser, draft)
    if (!isSaved) notify({ kind: 'error', text: m.drafts_noRowReadable(), about: nameOf(draft) })
  }

  return (
    <Page title={m.common_drafts()} description={m.drafts_pageDescription({ draftDays: client.draftDays })}>
      {storageProblem && (
        <Banner kind="warning" title={storageProblemTexts[storageProblem].title}>
          {storageProblemTexts[storageProblem].hint}
        </Banner>
      )}
      {deletedDrafts.map((draft) => (
        <DeletedBanner key={draft.id} draft={draft} onUndo={() => void undo(draft)} onClose={() => forget(draft)} />
      ))}
      <Panel title={m.common_draftsOnThisDevice()} flush>
        <DraftTable
          drafts={drafts}
          onRename={setDraftToRename}
          onDuplicate={(draft) => void duplicate(draft)}
          onSave={(draft) => void save(draft)}
          onDelete={(draft) => void deleteWithUndo(draft)}
          empty={
            areLocked ? (
              <EmptyState icon={LockKeyhole} title={m.common_draftsAreLocked()}>
                {m.drafts_lockedDraftsHint()}
              </EmptyState>
            ) : (
              <EmptyState icon={FilePen} title={m.drafts_noDrafts()}>
                {m.drafts_noDraftsHint()}
              </EmptyState>
            )
          }
        />
      </Panel>
      <StoredMerchants session={session} onDeleted={add} />
      <StorageUsage refreshKey={drafts} />
      {draftToRename && (
        <RenameDialog ownerUser={ownerUser} draft={draftToRename} onClose={() => setDraftToRename(undefined)} />
      )}
    </Page>
  )
}

interface DeletedBannerProps {
  readonly draft: DeletedDraft
  readonly onUndo: () => void
  readonly onClose: () => void
}

function DeletedBanner({ draft: { name }, onUndo, onClose }: DeletedBannerProps) {
  return (
    <Banner
      title={m.drafts_wasDeleted({ name })}
      actions={
        <Button size="small" onClick={onUndo} aria-label={m.drafts_undoDeletion({ name })}>
          {m.common_undo()}
        </Button>
      }
      onClose={onClose}
    />
  )
}

/** The storage that the portal uses on this device, and the browser's limit. Measures again when `refreshKey` changes. */
function StorageUsage({ refreshKey }: { readonly refreshKey: unknown }) {
  const [usage, setUsage] = useState<MeasuredUsage>()
  useEffect(() => {
    let isUnmounted = false
    void storageUsage().then((measured) => {
      if (!isUnmounted) setUsage(measured)
    })
    return () => {
      isUnmounted = true
    }
  }, [refreshKey])
  if (!usage) return null
  return (
    <p className="text-sm text-muted">
      {m.drafts_storageUsed({ used: bytesToText(usage.used), allowed: bytesToText(usage.limit) })}
    </p>
  )
}

const storageProblemTexts = {
  unavailable: { title: m.common_draftsCannotBeKept(), hint: m.drafts_noStorageHere() },
  full: { title: m.common_noRoomForDrafts(), hint: m.drafts_freeSpaceHint() },
  outdated: { title: m.common_newerVersionOpen(), hint: m.drafts_reloadThisPageToSeeDrafts() },
} as const

const nameOf = ({ title }: Draft): string => title || m.common_theDraft()
