// Opens the file of merchants that the user has left here, or none; one at a time, so that it is saved and free before it is opened
// again. While its rows are being signed up it stays open wherever the operator goes.
import type { MerchantCodes } from '#domain/merchants/rows.ts'
import { notify } from '#services/notices.ts'
import { isSomebodyElse, ownerUserOf, sessionStore } from '#services/session.ts'
import { type DraftLock, takeDraftLock } from '#storage/draft-lock.ts'
import { sealOf } from '#storage/drafts.ts'
import * as say from '#words/flows/merchants.ts'
import { createMerchantFile, type MerchantFile } from './file.ts'
import { listMerchantDrafts, openMerchantDraft, type OpenedMerchantDraft } from './file-draft.ts'
import { stopToText } from './file-words.ts'

export type OpenedMerchantFile =
  | { readonly kind: 'file'; readonly file: MerchantFile }
  /** One that this version cannot go on with (threats T51); its rows can be saved. */
  | { readonly kind: 'unreadable'; readonly draftId: string; readonly table: readonly (readonly string[])[] }

/**
 * `codes`: what its rows are checked by, where it could be loaded. `wanted`: which of several, by its draft; one whose rows are
 * being signed up is shown all the same. `lock`: that of the wanted one, where it was handed on by another tab.
 */
export function openMerchantFile(
  ownerUser: string,
  codes: MerchantCodes | undefined,
  wanted?: string,
  lock?: DraftLock,
): Promise<OpenedMerchantFile> {
  return inTurn(async () => {
    const isWanted = wanted === undefined || current?.isRunning() || current?.open.get()?.draftId === wanted
    if (current && current === left && current.ownerUser === ownerUser && isWanted) {
      left = undefined
      return { kind: 'file', file: current }
    }
    await current?.leave()
    left = undefined
    const opened = await open(ownerUser, codes, wanted, lock)
    current = opened.kind === 'file' ? opened.file : undefined
    return opened
  })
}

/**
 * The page is left. What is under way goes on and is told; what could not be kept on this device waits in memory,
 * until somebody else signs in (threats T18).
 */
export function leaveMerchantFile(file: MerchantFile): void {
  void inTurn(() => leave(file))
}

let current: MerchantFile | undefined
/** The current one while no page shows it. */
let left: MerchantFile | undefined
let queue: Promise<unknown> = Promise.resolve()
sessionStore.subscribe(() => {
  if (left && isSomebodyElse(left.ownerUser) && !left.isRunning()) leaveMerchantFile(left)
})

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work)
  queue = next.catch(() => undefined)
  return next
}

async function leave(file: MerchantFile): Promise<void> {
  if (current !== file) return file.leave()
  const isInMemoryOnly = file.saveState.get().kind === 'memoryOnly' && file.open.get() !== undefined
  if (!file.isRunning() && (!isInMemoryOnly || isSomebodyElse(file.ownerUser))) {
    current = undefined
    left = undefined
    return file.leave()
  }
  left = file
  if (!file.isRunning()) return
  void file.ended().then(() => {
    if (left !== file) return
    tellStop(file)
    leaveMerchantFile(file)
  })
}

/** Why it stopped, to whoever is elsewhere by now; what came into the list was told already. */
function tellStop(file: MerchantFile): void {
  const session = sessionStore.get()
  const stop = file.outcome.get()?.stop
  const stage = file.stage.get()
  if (!stop || stage.kind !== 'rows' || !session || ownerUserOf(session) !== file.ownerUser) return
  notify({ kind: 'error', text: say.otherMerchantsStayInFile(stopToText(stop)), about: stage.words.name })
}

async function open(
  ownerUser: string,
  codes: MerchantCodes | undefined,
  wanted: string | undefined,
  handed: DraftLock | undefined,
): Promise<OpenedMerchantFile> {
  const seal = await sealOf(ownerUser)
  const begin = (file: MerchantFile): OpenedMerchantFile => {
    file.start()
    return { kind: 'file', file }
  }
  // The one that is wanted; else the newest that no other tab has open; else the newest, to say that another has it.
  let elsewhere: OpenedMerchantDraft | undefined
  const there = seal ? await listMerchantDrafts(ownerUser) : []
  const isThere = wanted !== undefined && there.includes(wanted)
  if (!isThere) handed?.release()
  for (const id of isThere ? [wanted] : there) {
    const lock = (isThere ? handed : undefined) ?? (await takeDraftLock(id))
    const draft = seal && (await openMerchantDraft(seal, id, codes))
    if (draft && 'head' in draft) {
      if (lock) return begin(createMerchantFile({ ownerUser, seal, codes, draft, lock }))
      elsewhere ??= draft
      continue
    }
    lock?.release()
    if (draft) return { kind: 'unreadable', draftId: id, table: draft.table }
  }
  return begin(createMerchantFile({ ownerUser, seal, codes, ...(elsewhere && { draft: elsewhere }) }))
}
