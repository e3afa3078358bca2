// Opens the wizard where the user left it. If no draft is requested, opens the last draft that was not set aside. If
// there is none, opens the wizard without rows.
import { m } from '#words/messages.js'
import { waitFor } from 'xstate'
import { messageToText } from '#domain/messages/to-text.ts'
import type { UploadType } from '#domain/uploads.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { defaultOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { type NoticeInput, notify } from '#services/notices.ts'
import { type DraftLock, takeDraftLock } from '#storage/draft-lock.ts'
import { cipherOf } from '#storage/drafts.ts'
import { createOpenItemKeeper } from '../open-item-keeper.ts'
import { type UploadWizard, createUploadWizard } from './wizard.ts'
import { listUploadDrafts, openUploadDraft } from './draft.ts'
import { readEarlierUpload } from './earlier-upload.ts'
import { startWithCard, cardIdInAddress } from './one-card.ts'
import { typedOptions } from './typed-options.ts'

export type OpenedUpload =
  | { readonly kind: 'wizard'; readonly wizard: UploadWizard }
  /** A draft that this version cannot read. Its rows can still be saved as a file. */
  | { readonly kind: 'unreadable'; readonly draftId: string; readonly table: readonly (readonly string[])[] }

/**
 * What the address asks for: a draft, or the rows of an earlier batch or order of the user. Without both, the draft
 * that was open last.
 */
export interface UploadRequest {
  readonly type: UploadType
  readonly draftId: string | undefined
  /** The number of the earlier batch or order ('12', '12-failed'), or the id of a card to start with ('card-77'). */
  readonly fromId: string | undefined
  /** True if another file is about to be read. The open rows then stay a draft. */
  readonly isNew?: boolean
  /** The lock of the draft, if another tab has released it. */
  readonly lock?: DraftLock | undefined
}

export const openUploadWizard = (ownerUser: string, request: UploadRequest): Promise<OpenedUpload> =>
  keeper.open({
    ownerUser,
    isRequested: (wizard) => isRequested(wizard, request),
    openNew: () => open(ownerUser, request),
  })

/** Called when the page is left: closes the wizard, unless something would be lost. */
export const leaveUploadWizard = (wizard: UploadWizard): void => keeper.leave(wizard)

const keeper = createOpenItemKeeper<UploadWizard, OpenedUpload>({
  isBusy: ({ actor }) => actor.getSnapshot().matches('submitting'),
  waitForEnd: ({ actor }) => waitFor(actor, (now) => !now.matches('submitting'), { timeout: Infinity }),
  isOnlyInMemory: ({ saveState, openRows, actor }) => {
    const hasRows = openRows.get() !== undefined
    const isDone = actor.getSnapshot().matches('done')
    return saveState.get().kind === 'memoryOnly' && hasRows && !isDone
  },
  close: (wizard) => wizard.close(),
  notify: (wizard) => notify(outcomeToNotice(wizard.actor.getSnapshot(), wizard)),
  toOpened: (wizard) => ({ kind: 'wizard', wizard }),
  toItem: (opened) => (opened.kind === 'wizard' ? opened.wizard : undefined),
})

function isRequested(wizard: UploadWizard, { type, draftId, fromId, isNew = false }: UploadRequest): boolean {
  const needsOtherRows = fromId !== undefined || isNew
  if (needsOtherRows || wizard.typeInfo.type !== type) return false
  return draftId === undefined || wizard.openRows.get()?.draftId === draftId
}

function outcomeToNotice(outcome: UploadSnapshot, { typeInfo }: UploadWizard): NoticeInput {
  const { uploadId, results, notice, options, file } = outcome.context
  const about = options.reference || file?.name || typeInfo.title
  if (outcome.matches('done')) {
    const isActivation = uploadId === undefined
    const activated = results.filter((result) => result.activated).length
    const text = isActivation
      ? m.upload_activatedOfCount({ activated, count: results.length })
      : `${typeInfo.submittedMessage} (${typeInfo.itemName} ${uploadId})`
    return { kind: 'success', text, about, duration: 'long' }
  }
  if (outcome.matches('outcomeUnknown')) {
    return {
      kind: 'error',
      text: m.upload_openAndCheckAgain({
        problem: m.upload_outcomeUnknown({ subject: typeInfo.itemName }),
        title: typeInfo.title,
      }),
      about,
    }
  }
  return {
    kind: 'error',
    text: notice ? messageToText(notice.message) : m.upload_notSubmittedKeptAsDraft({ subject: typeInfo.itemName }),
    about,
  }
}

async function open(
  ownerUser: string,
  { type, draftId, fromId, isNew, lock: receivedLock }: UploadRequest,
): Promise<OpenedUpload> {
  const cipher = await cipherOf(ownerUser)
  /** `options`: by default the options that the user had typed before the page was reloaded. */
  const openEmpty = async (options?: UploadOptions) => {
    const typed = { ...defaultOptions, ...(await typedOptions.whenReady())[type] }
    return startWizard(createUploadWizard({ type, ownerUser, cipher }, options ?? typed))
  }
  const cardId = fromId === undefined ? undefined : cardIdInAddress(fromId)
  if (cardId !== undefined) return openEmpty(await startWithCard(type, cardId))
  if (fromId !== undefined) {
    const earlier = await readEarlierUpload(type, fromId)
    const opened = await openEmpty(earlier?.options)
    if (earlier) opened.wizard.actor.send({ type: 'files.dropped', files: earlier.files })
    return opened
  }
  if (isNew) return openEmpty()
  const id = draftId ?? (await findLastDraftId(ownerUser, type))
  if (!cipher || id === undefined) {
    receivedLock?.release()
    return openEmpty()
  }
  const lock = receivedLock ?? (await takeDraftLock(id))
  const draft = await openUploadDraft(cipher, type, id)
  if (draft && 'head' in draft) return startWizard(createUploadWizard({ type, ownerUser, cipher, draft, lock }))
  lock?.release()
  if (draft) return { kind: 'unreadable', draftId: id, table: draft.table }
  return openEmpty()
}

const startWizard = (wizard: UploadWizard): Extract<OpenedUpload, { kind: 'wizard' }> => {
  wizard.start()
  return { kind: 'wizard', wizard }
}

async function findLastDraftId(ownerUser: string, type: UploadType): Promise<string | undefined> {
  const drafts = await listUploadDrafts(ownerUser, type)
  return drafts.find((draft) => !draft.isAside)?.id
}
