// Drafts (/drafts): everything that was begun on this device and not finished, of every kind, and the room that it takes. It needs no
// line, since nothing of it is anywhere else.
import { FilePen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '#brand/current.ts'
import { counted } from '#words/figures.ts'
import { type Draft, deleteDraft, duplicateDraft } from '#flows/drafts/drafts.ts'
import { useDrafts } from '#flows/drafts/use-drafts.ts'
import { notify } from '#services/notices.ts'
import { ownerUserOf, type Session, useSession } from '#services/session.ts'
import { onStorageTrouble, type StorageTrouble } from '#storage/db.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { DraftTable } from './DraftTable.tsx'
import { KeptMerchants } from './KeptMerchants.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { saveDraftFile } from './save.ts'
import { StorageLine } from './StorageLine.tsx'
import { type Deleted, useDeleted } from './useDeleted.ts'

export default function DraftsPage() {
  const session = useSession()
  return session ? <Drafts session={session} /> : null
}

function Drafts({ session }: { readonly session: Session }) {
  const ownerUser = ownerUserOf(session)
  const drafts = useDrafts(ownerUser, session.permissions)
  const { deleted, add, undo, forget } = useDeleted()
  const [renaming, setRenaming] = useState<Draft>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  useEffect(() => onStorageTrouble(setTrouble), [])

  const discard = async (draft: Draft) => {
    const putBack = await deleteDraft(ownerUser, draft)
    if (putBack) add({ id: draft.id, name: nameOf(draft), putBack })
    else notify({ kind: 'error', text: `${OPEN_ELSEWHERE}. Close it there first.`, about: nameOf(draft) })
  }
  const duplicate = async (draft: Draft) => {
    if (await duplicateDraft(ownerUser, draft)) return
    notify({ kind: 'error', text: 'No copy could be made: the draft cannot be read, or this device has no room left.' })
  }
  const save = async (draft: Draft) => {
    if (await saveDraftFile(ownerUser, draft)) return
    notify({ kind: 'error', text: 'No row of this draft can be read.', about: nameOf(draft) })
  }

  return (
    <Page
      title="Drafts"
      description={`What you have begun on this device and not finished. It is on no other device, and goes ${counted(client.draftDays, 'day', 'days')} after it was saved last.`}
    >
      {trouble && (
        <Banner kind="warning" title={troubleWords[trouble][0]}>
          {troubleWords[trouble][1]}
        </Banner>
      )}
      {deleted.map((each) => (
        <DeletedBanner key={each.id} deleted={each} onUndo={() => void undo(each)} onClose={() => forget(each)} />
      ))}
      <Panel title="Drafts on this device" flush>
        <DraftTable
          drafts={drafts}
          onRename={setRenaming}
          onDuplicate={(draft) => void duplicate(draft)}
          onSave={(draft) => void save(draft)}
          onDelete={(draft) => void discard(draft)}
          empty={
            <EmptyState icon={FilePen} title="Nothing is left unfinished on this device">
              A draft is kept by itself as soon as a file is read or rows are typed, and goes when it is submitted.
            </EmptyState>
          }
        />
      </Panel>
      <KeptMerchants session={session} onDeleted={add} />
      <StorageLine changes={drafts} />
      {renaming && <RenameDialog ownerUser={ownerUser} draft={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  )
}

interface DeletedBannerProps {
  readonly deleted: Deleted
  readonly onUndo: () => void
  readonly onClose: () => void
}

function DeletedBanner({ deleted: { name }, onUndo, onClose }: DeletedBannerProps) {
  return (
    <Banner
      title={`${name} was deleted`}
      actions={
        <Button size="small" onClick={onUndo} aria-label={`Undo the deletion of ${name}`}>
          Undo
        </Button>
      }
      onClose={onClose}
    />
  )
}

const troubleWords = {
  unavailable: [
    'Drafts cannot be kept on this device',
    'The browser gives the portal no storage here. Work is kept only while its page is open.',
  ],
  full: ['This device has no room left for drafts', 'Delete drafts that are not needed, or free some space.'],
  outdated: ['A newer version of the portal is open in another tab', 'Reload this page to see the drafts as they are.'],
} as const

const OPEN_ELSEWHERE = 'It is open in another tab'

const nameOf = ({ title }: Draft): string => title || 'The draft'
