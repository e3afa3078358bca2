// Opens the batch wizard where the operator left it: with the draft that is asked for, else with the last one that was not
// put aside, else with nothing. One at a time: the one before is closed first, so that its draft is saved and free.
import { takeDraftLock } from '#storage/draft-lock.ts'
import { sealOf } from '#storage/drafts.ts'
import { type BatchWizard, createBatchWizard } from './batch.ts'
import { listBatchDrafts, openBatchDraft } from './batch-draft.ts'

export type OpenedBatch =
  | { readonly kind: 'wizard'; readonly wizard: BatchWizard }
  /** A draft that this version cannot go on with (threats T51); its rows can be saved as a file. */
  | { readonly kind: 'unreadable'; readonly draftId: string; readonly table: readonly (readonly string[])[] }

/** `draftId`: a draft's id, or undefined for the one that was open last. */
export function openBatchWizard(ownerUser: string, draftId: string | undefined): Promise<OpenedBatch> {
  const opened = queue.then(async () => {
    await current?.close()
    current = undefined
    const next = await open(ownerUser, draftId)
    if (next.kind === 'wizard') current = next.wizard
    return next
  })
  queue = opened.catch(() => undefined)
  return opened
}

/** Closes a wizard unless that has happened; the next one waits for it. */
export function closeBatchWizard(wizard: BatchWizard): void {
  queue = queue
    .then(async () => {
      if (current === wizard) current = undefined
      await wizard.close()
    })
    .catch(() => undefined)
}

let current: BatchWizard | undefined
let queue: Promise<unknown> = Promise.resolve()

async function open(ownerUser: string, draftId: string | undefined): Promise<OpenedBatch> {
  const seal = await sealOf(ownerUser)
  const id = draftId ?? (await lastOpen(ownerUser))
  if (!seal || id === undefined) return begin(createBatchWizard({ ownerUser, seal }))
  const lock = await takeDraftLock(id)
  const draft = await openBatchDraft(seal, id)
  if (draft && 'head' in draft) return begin(createBatchWizard({ ownerUser, seal, draft, lock }))
  lock?.release()
  if (draft) return { kind: 'unreadable', draftId: id, table: draft.table }
  return begin(createBatchWizard({ ownerUser, seal }))
}

const begin = (wizard: BatchWizard): OpenedBatch => {
  wizard.start()
  return { kind: 'wizard', wizard }
}

const lastOpen = async (ownerUser: string): Promise<string | undefined> =>
  (await listBatchDrafts(ownerUser)).find((draft) => !draft.isAside)?.id
