// Connects the machine of a merchants file to the worker, the API and the draft on this device. Rows that are not
// signed up yet stay in the draft, so that a reload, a lost connection or a full list loses no row and sends no row
// twice.
import { m } from '#words/messages.js'
import { type Actor, createActor, fromPromise, waitFor } from 'xstate'
import { client } from '#brand/current.ts'
import type { MerchantCodes, MerchantRowFacts } from '#domain/merchants/rows.ts'
import type { MerchantRowRules } from '#domain/row-kinds.ts'
import { messageToText } from '#domain/message-text.ts'
import { type Message, message } from '#domain/messages.ts'
import { noAssumptions } from '#domain/rows/reading.ts'
import { merchantFileMachine, type MerchantFileSnapshot } from '#machines/merchant-file.ts'
import type { UploadedFile } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { createObservable } from '#services/observable.ts'
import { holdUpdates } from '#services/device/updates.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { notify } from '#services/notices.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { isAnotherUser, sessionStore } from '#services/session/session.ts'
import type { DraftLock } from '#storage/draft-lock.ts'
import { discardDraft, type DraftCipher } from '#storage/drafts.ts'
import type { RowsModel } from '../rows/rows-model.ts'
import { createDraftSaver } from '../rows/draft-saver.ts'
import { createDraftWriter, problemWithoutCipher } from '../rows/draft-writer.ts'
import { nameOfFile } from '../rows/generated-file.ts'
import { readMoreRows, moreRowsRefusal } from '../rows/more-rows.ts'
import { createOpenRows, markAllUnsaved, releaseLock } from '../rows/open-rows.ts'
import { partName } from '../rows/file-parts.ts'
import { MERCHANT_DRAFT, type MerchantFileHead, type OpenedMerchantDraft } from './file-draft.ts'
import { createSignUpTracker } from './sign-up-tracker.ts'
import { MERCHANT_FILE, readMerchantFile } from './file-read.ts'
import { uncheckedResult } from './merchant-duplicates.ts'
import { signUpRows } from './file-run.ts'

export type MerchantFile = ReturnType<typeof createMerchantFile>

/** The start of a file: empty, or a draft. `lock` is missing if another tab has the draft open. */
interface FileStart {
  readonly ownerUser: string
  /** Undefined if nothing can be stored on this device, or if the key has not arrived yet. */
  readonly cipher: DraftCipher | undefined
  readonly codes: MerchantCodes | undefined
  readonly draft?: OpenedMerchantDraft | undefined
  readonly lock?: DraftLock | undefined
}

export const isSigningUp = (snapshot: MerchantFileSnapshot): boolean => snapshot.matches({ rows: 'signingUp' })

export function createMerchantFile({ ownerUser, cipher, codes, draft, lock }: FileStart) {
  const isReadOnly = draft !== undefined && lock === undefined
  const rules = (): MerchantRowRules => ({ kind: 'merchant', codes, words: client.fileWords })

  const openRows = createOpenRows(
    (ids) => {
      tracker.forgetRequestIds(ids)
      tracker.markDuplicates()
    },
    () => saver.request(),
  )
  const tracker = createSignUpTracker(ownerUser, openRows, draft?.head)
  const writeDraft = createDraftWriter<MerchantFileHead>(MERCHANT_DRAFT, ownerUser, cipher, isReadOnly)
  const saver = createDraftSaver(async () => {
    const opened = openRows.current.get()
    const { fileInfo } = actor.getSnapshot().context
    if (!opened || !fileInfo) return { ok: true }
    return writeDraft(opened, () => {
      const { contentVersion, rows, toFix } = opened.rows.figures()
      const { extraColumns } = opened.rows
      const extra = extraColumns.length > 0 && { extraColumns }
      return { fileInfo, ...tracker.toHead(), contentVersion, figures: { rows, toFix }, ...extra }
    })
  })
  const save = async () => {
    saver.request()
    await saver.flush()
  }
  const discard = async () => {
    const opened = openRows.current.get()
    if (!opened) return
    await saver.flush()
    await discardDraft(ownerUser, opened.draftId)
    openRows.release(opened, false)
    tracker.forget()
  }

  /** Stores the merchants beyond the limit of a file as separate drafts. */
  const storeRemainingRows = async (
    rest: readonly AnyRows[],
    fileInfo: UploadedFile,
    openedCount: number,
  ): Promise<Message[]> => {
    let areStored = cipher !== undefined
    for (const [index, rows] of rest.entries()) {
      markAllUnsaved(rows)
      const part = { draftId: newRequestId(), rows, file: undefined, lock: undefined }
      const { contentVersion, rows: count, toFix } = rows.figures()
      const head = { requestIds: [], listedRows: [], contentVersion, figures: { rows: count, toFix } }
      // The open rows are part 1.
      const partInfo = { ...fileInfo, name: partName(fileInfo.name, index + 2) }
      const result = await writeDraft(part, () => ({ fileInfo: partInfo, ...head }))
      releaseLock(part)
      areStored &&= result.ok
    }
    if (rest.length === 0) return []
    const count = rest.reduce((sum, rows) => sum + rows.figures().rows, 0)
    return [message(areStored ? 'moreRowsKept' : 'moreRowsNotKept', openedCount, count)]
  }

  const actor: Actor<typeof merchantFileMachine> = createActor(
    merchantFileMachine.provide({
      actors: {
        readFile: fromPromise(async ({ input: { file: droppedFile, chosen, settings }, signal }) => {
          const file = droppedFile as File
          const name = nameOfFile(file)
          const readResult = await readMerchantFile(file, rules(), signal, chosen, settings)
          const { source } = readResult
          if (readResult.kind === 'refused') return { ...readResult, name }
          if (readResult.kind === 'columns')
            return { kind: 'columnsNeeded', fileToMap: { file, columns: readResult.columns }, source }
          if (signal.aborted) return { kind: 'refused', refusal: { message: message('fileAborted') }, name }
          // A file that is read again with other columns replaces its earlier rows.
          await discard()
          saver.begin()
          openRows.show(newRequestId(), readResult.rows, { file: undefined })
          saver.request()
          const notes = await storeRemainingRows(readResult.rest, readResult.fileInfo, readResult.rows.figures().rows)
          const assumed = { ...(readResult.fileInfo.assumed ?? noAssumptions) }
          const fileInfo = { ...readResult.fileInfo, assumed: { ...assumed, notes: [...assumed.notes, ...notes] } }
          const { columns } = readResult
          return { kind: 'read', fileInfo, fileToMap: columns && { file, columns }, source }
        }),
        discardRows: fromPromise(discard),
        signUp: fromPromise(async ({ input: { limit } }) => {
          const rows = openRows.rows()
          const rowsToSignUp = tracker.idsToSignUp(limit).map((id) => tracker.toRowToSignUp(rows, id))
          // Stops the run after the row that is being sent.
          const abortController = new AbortController()
          const subscription = actor.subscribe((now) => {
            if (now.matches({ rows: { signingUp: 'stopping' } })) abortController.abort()
          })
          const releaseUpdates = holdUpdates('merchant')
          let signedUpCount = 0
          try {
            // Store all requestIds before the first row is sent, so that nothing is sent twice even if this page
            // closes.
            await save()
            return await signUpRows({
              ownerUser,
              limit,
              rows: rowsToSignUp,
              onDone: (id) => {
                tracker.markSignedUp(id)
                rows.setRemoved(id, true)
                actor.send({ type: 'sign.up.progressed', progress: { done: (signedUpCount += 1) } })
                saver.request()
              },
              onRefused: (id, error) => {
                tracker.markRefused(id)
                const facts = { error } satisfies MerchantRowFacts
                const findings = [rows.kind().finding('refused')]
                rows.setResult(id, { ...uncheckedResult, checkedAt: Date.now(), findings, facts })
                saver.request()
              },
              onWait: (waitsFor) => actor.send({ type: 'sign.up.progressed', progress: { waitsFor } }),
              signal: abortController.signal,
            })
          } finally {
            subscription.unsubscribe()
            releaseUpdates()
            rows.notify('content')
            // Notifies the user, whichever page they are on by now.
            if (signedUpCount > 0 && sessionStore.get() && !isAnotherUser(ownerUser))
              notify({
                kind: 'success',
                text: m.merchants_signedUp({ done: signedUpCount }),
                about: actor.getSnapshot().context.fileInfo?.name,
              })
          }
        }),
      },
      actions: {
        removeSignedUp: () => {
          if (isReadOnly) return
          const remaining = tracker.removeSignedUp()
          if (remaining === 'none') actor.send({ type: 'all.signed.up' })
          else if (remaining === 'fewer') void save()
        },
        notifyRefusal: (_, { refusal, name }) => {
          const text = [messageToText(refusal.message), messageToText(refusal.hint)].filter(Boolean).join('. ')
          notify({ kind: 'error', text, about: name })
        },
      },
    }),
    { ...inspectOptions, input: { fileInfo: draft?.head.fileInfo } },
  )
  const isReading = (snapshot: MerchantFileSnapshot) => snapshot.matches('reading')
  /**
   * Waits until the machine is in the expected state and deletes no draft, and until all changes are saved. Also
   * returns if the file is closed.
   */
  const waitUntil = async (isExpected: (snapshot: MerchantFileSnapshot) => boolean) => {
    for (const isSettled of [isExpected, (snapshot: MerchantFileSnapshot) => !snapshot.matches('discarding')])
      await waitFor(actor, isSettled, { timeout: Infinity }).catch(() => undefined)
    await saver.flush()
  }
  const unsubscribes: (() => void)[] = []

  return {
    kind: MERCHANT_FILE,
    ownerUser,
    actor,
    openRows: openRows.current,
    checkingRows: createObservable<ReadonlySet<number>>(new Set()),
    saveState: saver.state,
    isReadOnly,
    start(): void {
      if (draft) openRows.show(draft.id, draft.rows, { lock })
      actor.start()
      unsubscribes.push(
        tracker.list.subscribe(() => actor.send({ type: 'list.changed' })),
        // The tracker reads the pending changes, which are only kept up to date while someone subscribes to them.
        tracker.pendingChanges.subscribe(() => undefined),
        // The run stops when the user signs out, after the row that is being sent.
        sessionStore.subscribe(() => {
          if (!sessionStore.get() || isAnotherUser(ownerUser)) actor.send({ type: 'stop' })
        }),
      )
      if (!cipher) saver.state.set({ kind: 'memoryOnly', why: problemWithoutCipher(ownerUser) })
    },
    rules,
    async read(file: File): Promise<void> {
      actor.send({ type: 'file.dropped', file })
      await waitUntil((snapshot) => !isReading(snapshot))
    },
    idsToSignUp: tracker.idsToSignUp,
    /** Signs up rows without errors, as many as the list has room for. */
    async signUp(limit: number): Promise<void> {
      if (isReadOnly) return
      actor.send({ type: 'sign.up', limit, total: tracker.idsToSignUp(limit).length })
      await waitUntil((snapshot) => !isSigningUp(snapshot))
    },
    async discard(): Promise<void> {
      actor.send({ type: 'discard' })
      await waitUntil(() => true)
    },
    /** True if another tab can take over the draft: no row is being sent, and the rows are not only in memory. */
    canRelease: () => !isSigningUp(actor.getSnapshot()) && saver.state.get().kind !== 'memoryOnly',
    readMore: (file: File) => readMoreRows(file, rules(), MERCHANT_FILE),
    moreRowsRefusal: (count: number) => moreRowsRefusal(openRows.rows(), count, MERCHANT_FILE),
    /** Saves unsaved changes and closes the file. */
    async leave(): Promise<void> {
      if (actor.getSnapshot().status !== 'active') return
      for (const stop of unsubscribes) stop()
      actor.stop()
      await saver.stop()
      openRows.close()
    },
  } satisfies RowsModel & Record<string, unknown>
}
