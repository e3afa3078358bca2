// Opens the merchants file that the user has as a draft on this device, or an empty file. While its rows are being
// signed up, the file stays open, whichever page the user opens.
import { m } from '#words/messages.js'
import { waitFor } from 'xstate'
import type { MerchantCodes } from '#domain/merchants/rows.ts'
import { notify } from '#services/notices.ts'
import { type DraftLock, takeDraftLock } from '#storage/draft-lock.ts'
import { cipherOf } from '#storage/drafts.ts'
import { createOpenItemKeeper } from '../open-item-keeper.ts'
import { createMerchantFile, isSigningUp, type MerchantFile } from './file.ts'
import { listMerchantDrafts, openMerchantDraft, type OpenedMerchantDraft } from './file-draft.ts'
import { stopToText } from './file-run.ts'

export type OpenedMerchantFile =
  | { readonly kind: 'file'; readonly file: MerchantFile }
  /** A draft that this version cannot open. The user can still download its rows as a table. */
  | { readonly kind: 'unreadable'; readonly draftId: string; readonly table: readonly (readonly string[])[] }

/**
 * `codes`: the codes for checking the rows; undefined if they could not be loaded. `draftId`: the draft to open if
 * there are several. A file whose rows are being signed up is shown regardless. `lock`: the draft's lock, if this tab
 * has already taken it over from another tab.
 */
export function openMerchantFile(
  ownerUser: string,
  codes: MerchantCodes | undefined,
  draftId?: string,
  lock?: DraftLock,
): Promise<OpenedMerchantFile> {
  return keeper.open({
    ownerUser,
    isRequested: (file) => draftId === undefined || isBusy(file) || file.openRows.get()?.draftId === draftId,
    open: () => open(ownerUser, codes, draftId, lock),
  })
}

/** Called when the page is left: closes the file, unless something would be lost. */
export const leaveMerchantFile = (file: MerchantFile): void => keeper.leave(file)

const isBusy = ({ actor }: MerchantFile): boolean => isSigningUp(actor.getSnapshot())

const keeper = createOpenItemKeeper<MerchantFile, OpenedMerchantFile>(
  {
    isBusy,
    waitForEnd: ({ actor }) => waitFor(actor, (snapshot) => !isSigningUp(snapshot), { timeout: Infinity }),
    isOnlyInMemory: (file) => file.saveState.get().kind === 'memoryOnly' && file.openRows.get() !== undefined,
    close: (file) => file.leave(),
    notify: notifyStopped,
  },
  (file) => ({ kind: 'file', file }),
  (opened) => (opened.kind === 'file' ? opened.file : undefined),
)

/** Notifies the user why signing up stopped. How many merchants were signed up was reported before. */
function notifyStopped(file: MerchantFile): void {
  const { outcome, fileInfo } = file.actor.getSnapshot().context
  if (!outcome?.stop || !fileInfo) return
  notify({
    kind: 'error',
    text: m.merchants_otherMerchantsStayInFile({ stop: stopToText(outcome.stop) }),
    about: fileInfo.name,
  })
}

async function open(
  ownerUser: string,
  codes: MerchantCodes | undefined,
  draftId: string | undefined,
  lockTakenOver: DraftLock | undefined,
): Promise<OpenedMerchantFile> {
  const cipher = await cipherOf(ownerUser)
  const startFile = (file: MerchantFile): OpenedMerchantFile => {
    file.start()
    return { kind: 'file', file }
  }
  // The requested draft; otherwise the newest that no other tab has open; otherwise the newest, to show that another
  // tab has it.
  let draftOfOtherTab: OpenedMerchantDraft | undefined
  const draftIds = cipher ? await listMerchantDrafts(ownerUser) : []
  const isDraftIdKnown = draftId !== undefined && draftIds.includes(draftId)
  if (!isDraftIdKnown) lockTakenOver?.release()
  for (const id of isDraftIdKnown ? [draftId] : draftIds) {
    const lock = (isDraftIdKnown ? lockTakenOver : undefined) ?? (await takeDraftLock(id))
    const draft = cipher && (await openMerchantDraft(cipher, id, codes))
    if (draft && 'head' in draft) {
      if (lock) return startFile(createMerchantFile({ ownerUser, cipher, codes, draft, lock }))
      draftOfOtherTab ??= draft
      continue
    }
    lock?.release()
    if (draft) return { kind: 'unreadable', draftId: id, table: draft.table }
  }
  return startFile(createMerchantFile({ ownerUser, cipher, codes, draft: draftOfOtherTab }))
}
