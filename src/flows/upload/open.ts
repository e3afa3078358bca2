// Opens the wizard where the operator left it: with the draft that is asked for, else with the last one that was not
// put aside, else with nothing. One at a time: the one before is closed first, so that its draft is saved and free.
import { waitFor } from 'xstate'
import { CANNOT_CONNECT } from '#domain/answers.ts'
import type { UploadType } from '#domain/uploads.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { type NoticeInput, notify } from '#services/notices.ts'
import { isSomebodyElse, ownerUserOf, sessionStore } from '#services/session.ts'
import { type DraftLock, takeDraftLock } from '#storage/draft-lock.ts'
import { sealOf } from '#storage/drafts.ts'
import * as say from '#words/flows/upload.ts'
import { type UploadWizard, createUploadWizard } from './wizard.ts'
import { listUploadDrafts, openUploadDraft } from './draft.ts'
import { readOwnUpload } from './again.ts'

export type OpenedUpload =
  | { readonly kind: 'wizard'; readonly wizard: UploadWizard }
  /** A draft that this version cannot go on with (threats T51); its rows can be saved as a file. */
  | { readonly kind: 'unreadable'; readonly draftId: string; readonly table: readonly (readonly string[])[] }

/** What the address asks for: a draft, the rows of an own batch or order once more, or neither, which is the draft that was open last. */
export interface WantedUpload {
  readonly type: UploadType
  readonly draftId: string | undefined
  /** The number of the batch or the order. */
  readonly fromId: string | undefined
  /** True where another file is about to be read: whatever was open stays a draft. */
  readonly isNew?: boolean
  /** That of the draft, where it was handed on by another tab. */
  readonly lock?: DraftLock | undefined
}

export function openUploadWizard(ownerUser: string, wanted: WantedUpload): Promise<OpenedUpload> {
  const { type, draftId, fromId, isNew = false } = wanted
  const opened = queue.then(async () => {
    const left = current
    const isWanted =
      left?.kind.type === type &&
      fromId === undefined &&
      !isNew &&
      (draftId === undefined || left.open.get()?.draftId === draftId)
    if (left && left === leftOpen && left.ownerUser === ownerUser && isWanted) {
      leftOpen = undefined
      return { kind: 'wizard', wizard: left } as const
    }
    await left?.close()
    current = undefined
    leftOpen = undefined
    const next = await open(ownerUser, wanted)
    if (next.kind === 'wizard') current = next.wizard
    return next
  })
  queue = opened.catch(() => undefined)
  return opened
}

/**
 * The page is left: the wizard is closed, unless something would be lost. A submission goes on until its answer, which is
 * then told wherever the operator is; rows that could not be kept on this device wait in memory for their return, until
 * somebody else signs in (threats T18).
 */
export function leaveUploadWizard(wizard: UploadWizard): void {
  queue = queue.then(() => leave(wizard)).catch(() => undefined)
}

let current: UploadWizard | undefined
/** The current wizard while no page shows it. */
let leftOpen: UploadWizard | undefined
let queue: Promise<unknown> = Promise.resolve()
sessionStore.subscribe(() => {
  if (leftOpen && isSomebodyElse(leftOpen.ownerUser) && !isSubmitting(leftOpen)) leaveUploadWizard(leftOpen)
})

const isSubmitting = ({ actor }: UploadWizard) => actor.getSnapshot().matches('submitting')

async function leave(wizard: UploadWizard): Promise<void> {
  if (current !== wizard) return wizard.close()
  const isInMemoryOnly = wizard.saveState.get().kind === 'memoryOnly' && wizard.open.get() !== undefined
  const isWaitedFor = isInMemoryOnly && !isSomebodyElse(wizard.ownerUser) && !wizard.actor.getSnapshot().matches('done')
  if (!isSubmitting(wizard) && !isWaitedFor) {
    current = undefined
    leftOpen = undefined
    return wizard.close()
  }
  leftOpen = wizard
  // A wizard that is closed before its answer has nothing to tell.
  if (isSubmitting(wizard))
    void waitFor(wizard.actor, (now) => !now.matches('submitting'), { timeout: Infinity }).then(tell, () => undefined)
  return undefined

  function tell(outcome: UploadSnapshot): void {
    if (leftOpen !== wizard) return
    const session = sessionStore.get()
    if (session && ownerUserOf(session) === wizard.ownerUser) notify(outcomeToNotice(outcome, wizard))
    leaveUploadWizard(wizard)
  }
}

function outcomeToNotice(outcome: UploadSnapshot, { kind }: UploadWizard): NoticeInput {
  const { uploadId, results, notice, options, file } = outcome.context
  const about = options.reference || file?.name || kind.title
  if (outcome.matches('done')) {
    const activated = results.filter((result) => result.activated).length
    return uploadId === undefined
      ? { kind: 'success', text: say.ofCardsActivatedInText(activated, results.length), about, lasts: 'long' }
      : { kind: 'success', text: `${kind.uploaded} (${kind.thing} ${uploadId})`, about, lasts: 'long' }
  }
  if (outcome.matches('outcomeUnknown')) {
    return {
      kind: 'error',
      text: say.openAndCheckAgainNothing(CANNOT_CONNECT, kind.title),
      about,
    }
  }
  return { kind: 'error', text: notice?.text ?? say.wasNotSubmittedItIsKept(kind.thing), about }
}

async function open(
  ownerUser: string,
  { type, draftId, fromId, isNew, lock: handed }: WantedUpload,
): Promise<OpenedUpload> {
  const seal = await sealOf(ownerUser)
  const fresh = () => begin(createUploadWizard({ type, ownerUser, seal }))
  if (fromId !== undefined) {
    const again = await readOwnUpload(type, fromId)
    const opened = fresh()
    if (again) opened.wizard.actor.send({ type: 'files.dropped', ...again })
    return opened
  }
  if (isNew) return fresh()
  const id = draftId ?? (await lastOpen(ownerUser, type))
  if (!seal || id === undefined) {
    handed?.release()
    return fresh()
  }
  const lock = handed ?? (await takeDraftLock(id))
  const draft = await openUploadDraft(seal, type, id)
  if (draft && 'head' in draft) return begin(createUploadWizard({ type, ownerUser, seal, draft, lock }))
  lock?.release()
  if (draft) return { kind: 'unreadable', draftId: id, table: draft.table }
  return fresh()
}

const begin = (wizard: UploadWizard): Extract<OpenedUpload, { kind: 'wizard' }> => {
  wizard.start()
  return { kind: 'wizard', wizard }
}

const lastOpen = async (ownerUser: string, type: UploadType): Promise<string | undefined> =>
  (await listUploadDrafts(ownerUser, type)).find((draft) => !draft.isAside)?.id
