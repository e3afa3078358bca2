// The drafts of this upload type on this device, without the open draft. The user can open or discard a draft, and undo
// the last discard.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useCallback, useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UploadTypeInfo } from '#domain/uploads.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { type UploadDraft, draftPath, listUploadDrafts } from '#flows/upload/draft.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { discardDraft } from '#storage/drafts.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { currencyOf } from './words.ts'

export function DraftList({ wizard }: { readonly wizard: UploadWizard }) {
  const { ownerUser, typeInfo } = wizard
  const { type } = typeInfo
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState<readonly UploadDraft[]>([])
  const [discardedDraft, setDiscardedDraft] = useState<DiscardedDraft>()
  // The id is deferred: when a file has just been read, its rows replace this list anyway.
  const openId = useDeferredValue(useObservable(wizard.openRows)?.draftId)
  const saveState = useObservable(wizard.saveState)
  const refresh = useCallback(() => listUploadDrafts(ownerUser, type).then(setDrafts), [ownerUser, type])
  const pendingChanges = usePendingChanges(ownerUser)
  useEffect(() => void refresh(), [refresh, openId, saveState, pendingChanges])
  // Another tab may have sent the draft since the list was read.
  const isWaiting = (draft: UploadDraft) =>
    draft.step === 'outcomeUnknown' || pendingChanges.some(({ subject }) => subject === draft.id)

  const otherDrafts = drafts.filter(({ id }) => id !== openId)
  const discard = async (draft: UploadDraft) => {
    const putBack = await discardDraft(ownerUser, draft.id)
    setDiscardedDraft({ name: draft.title, index: otherDrafts.indexOf(draft), putBack })
    await refresh()
  }
  const undo = async () => {
    await discardedDraft?.putBack()
    setDiscardedDraft(undefined)
    await refresh()
  }
  if (otherDrafts.length === 0 && !discardedDraft) return null
  const lines = otherDrafts.map((draft) => (
    <DraftLine
      key={draft.id}
      draft={draft}
      typeInfo={typeInfo}
      isWaiting={isWaiting(draft)}
      onDiscard={() => void discard(draft)}
      onOpen={() => void navigate(draftPath(type, draft.id))}
    />
  ))
  // Undo appears in place of the draft, where the user is looking.
  if (discardedDraft)
    lines.splice(
      discardedDraft.index,
      0,
      <UndoLine key="discarded" name={discardedDraft.name} onUndo={() => void undo()} />,
    )
  return (
    <Panel title={m.common_draftsOnThisDevice()} flush>
      <ul>{lines}</ul>
    </Panel>
  )
}

interface DiscardedDraft {
  readonly name: string
  /** The position of the draft in the list. */
  readonly index: number
  readonly putBack: () => Promise<void>
}

interface DraftLineProps {
  readonly draft: UploadDraft
  readonly typeInfo: UploadTypeInfo
  /** True if the draft was sent and its result is not known. */
  readonly isWaiting: boolean
  readonly onDiscard: () => void
  readonly onOpen: () => void
}

function DraftLine({ draft, typeInfo, isWaiting, onDiscard, onOpen }: DraftLineProps) {
  const currency = currencyOf(typeInfo, draft.currency)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="grid min-w-48 flex-1 gap-0.5">
        <p className="font-medium wrap-anywhere">{draft.isReadable ? draft.title : m.common_draftOfAnotherVersion()}</p>
        <p className="text-sm text-muted">
          {draft.isReadable && (
            <>
              {commas([draft.fileName, m.common_countedRows({ count: draft.rows })])}
              {typeInfo.hasAmount && (
                <>
                  {m.common_comma()}
                  <Money cents={draft.amountCents} currency={currency || undefined} />
                </>
              )}{' '}
              ·{' '}
            </>
          )}
          {m.common_saved()} <Instant value={new Date(draft.updatedAt).toISOString()} />
        </p>
      </div>
      {isWaiting && <Badge tone="warning">{m.common_waitingForServer()}</Badge>}
      {!isWaiting && draft.toFix > 0 && <Badge tone="critical">{m.common_countToFix({ toFix: draft.toFix })}</Badge>}
      <span className="flex gap-2">
        {!isWaiting && (
          <Button size="small" kind="quiet" onClick={onDiscard}>
            {m.common_delete()}
            <span className="sr-only"> {draft.title}</span>
          </Button>
        )}
        <Button size="small" onClick={onOpen}>
          {m.common_open()}
          <span className="sr-only"> {draft.title}</span>
        </Button>
      </span>
    </li>
  )
}

function UndoLine({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  return (
    <li
      role="status"
      className="flex items-center justify-between gap-4 border-b border-line bg-sunken px-4 py-3 text-sm last:border-b-0"
    >
      <span className="wrap-anywhere">{m.upload_draftDeleted({ name: name || m.common_theDraft() })}</span>
      <Button size="small" onClick={onUndo}>
        {m.common_undo()}
      </Button>
    </li>
  )
}
