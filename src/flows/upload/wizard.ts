// Connects the upload machine to the worker, the API and the draft on this device. Only one wizard is open at a time.
// Leaving the page closes it, and opening its draft continues at the same step.
import { m } from '#words/messages.js'
import { type Actor, createActor, type Subscription, waitFor } from 'xstate'
import { messageToText } from '#domain/messages/to-text.ts'
import { message } from '#domain/messages/message.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { snapshotToStored, type uploadMachine, type UploadSnapshot } from '#machines/upload.ts'
import { checkRefusal } from '#machines/upload-refusals.ts'
import { keepsVerification } from '#machines/upload-rules.ts'
import { defaultOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { problemWithoutCipher } from '#flows/open-rows/draft-writer.ts'
import { rowsToFile } from '#flows/open-rows/generated-file.ts'
import { readMoreRows, moreRowsRefusal } from '#flows/open-rows/more-rows.ts'
import { createOpenRows } from '#flows/open-rows/open-rows.ts'
import { createEditedRowChecks } from './edited-rows.ts'
import { withEffects } from './effects.ts'
import { optionsToRules } from './row-rules.ts'
import { typedOptions } from './typed-options.ts'
import { createWizardDraft, type WizardStart } from './wizard-draft.ts'

export type UploadWizard = ReturnType<typeof createUploadWizard>

/** `options`: the initial options of the form if there is no draft. */
export function createUploadWizard(start: WizardStart, options: UploadOptions = defaultOptions) {
  const { type, ownerUser, cipher, draft: stored, lock } = start
  const typeInfo = uploadTypes[type]
  const isReadOnly = stored !== undefined && lock === undefined
  const closeController = new AbortController()
  const getSnapshot = () => actor.getSnapshot()

  const openRows = createOpenRows(
    (ids) => void editedRows.check(ids),
    (rows) => {
      actor.send({ type: 'rows.changed', figures: rows.figures() })
      draft.saver.request()
    },
  )
  const draft = createWizardDraft({ ...start, isReadOnly }, openRows, getSnapshot)
  const editedRows = createEditedRowChecks(openRows, getSnapshot, {
    isReadOnly,
    closeSignal: closeController.signal,
  })
  const { machine, checkProgress } = withEffects(start, openRows, draft, getSnapshot, closeController.signal)
  const actor: Actor<typeof uploadMachine> = createActor(machine, {
    ...inspectOptions,
    input: { type, options, draft: stored && { stored: stored.head.wizard, figures: stored.rows.figures() } },
  })
  const rules = () => optionsToRules(type, getSnapshot().context.options)

  /** Stores the options for a reload: separately until there are rows, later with the rows as a draft. */
  const persistChanges = (now: UploadSnapshot, before: UploadSnapshot | undefined) => {
    const { file, options: typed } = now.context
    if (file === undefined && before && before.context.options !== typed) typedOptions.change({ [type]: typed })
    if (!isReadOnly && snapshotToStored(now)) draft.saver.request()
  }
  /**
   * Rows that were just read are checked automatically. The rows of an order are checked once its campaign is chosen, and
   * again if another one is chosen.
   */
  const checkNewRows = (now: UploadSnapshot, before: UploadSnapshot | undefined) => {
    if (!before || !now.matches({ reviewing: 'unverified' }) || isReadOnly) return
    const isJustRead = before.matches('reading')
    const hasNewOptions =
      before.matches('reviewing') && !keepsVerification(type, before.context.options, now.context.options)
    const canCheck = checkRefusal(now.context) === undefined && connectionState().online
    if ((isJustRead || hasNewOptions) && canCheck) actor.send({ type: 'check' })
  }
  let subscription: Subscription | undefined
  let stopWatchingConnection: (() => void) | undefined

  return {
    typeInfo,
    actor,
    openRows: openRows.current,
    checkingRows: editedRows.checkingRows,
    checkProgress,
    leftOut: draft.leftOut,
    saveState: draft.saver.state,
    isReadOnly,
    /** Identifies this wizard instance. */
    name: newRequestId(),
    ownerUser,
    start(): void {
      if (stored) openRows.show(stored.id, stored.rows, { lock })
      subscription = actor.subscribe(
        onChange((now, before) => {
          persistChanges(now, before)
          checkNewRows(now, before)
          // Rows may have changed since the check began.
          if (before?.matches({ reviewing: 'verifying' }) === true) editedRows.checkWaitingRows()
        }),
      )
      actor.start()
      stopWatchingConnection = subscribeConnection(editedRows.checkWaitingRows)
      // A check that was interrupted when its page closed continues with the rows that have no result yet.
      if (stored?.head.isChecking && !isReadOnly) actor.send({ type: 'check' })
      else editedRows.checkWaitingRows()
      if (!cipher) draft.saver.state.set({ kind: 'memoryOnly', why: problemWithoutCipher(ownerUser) })
    },
    readMore: (file: File) => readMoreRows(file, rules(), typeInfo),
    moreRowsRefusal: (count: number) => moreRowsRefusal(openRows.rows(), count, typeInfo),
    rules,
    /** Appends a typed row to the open rows, or starts with it. Returns the reason if it was refused. */
    async addRow(row: CheckedRow): Promise<string | undefined> {
      const opened = openRows.current.get()
      if (opened && getSnapshot().matches('reviewing')) {
        const refusal = moreRowsRefusal(opened.rows, 1, typeInfo)
        if (refusal === undefined) opened.edits.append([row])
        return refusal
      }
      actor.send({ type: 'files.dropped', files: [rowsToFile([row], m.upload_typedRows())] })
      const isRead = (now: UploadSnapshot) => !now.matches('reading')
      // `waitFor` fails if the wizard is closed. No one sees the result then.
      const after = await waitFor(actor, isRead, { timeout: Infinity }).catch(() => undefined)
      if (!after || after.matches('reviewing')) return undefined
      return messageToText(after.context.notice?.message ?? message('fileFailed'))
    },
    /** True if another tab can take over the draft: no row is being sent, and the rows are not only in memory. */
    canRelease: () => !getSnapshot().matches('submitting') && draft.saver.state.get().kind !== 'memoryOnly',
    /** Saves unsaved changes, abandons running calls, and closes the wizard. */
    async close(): Promise<void> {
      if (closeController.signal.aborted) return
      await draft.saver.stop()
      closeController.abort()
      stopWatchingConnection?.()
      subscription?.unsubscribe()
      actor.stop()
      openRows.close()
    },
  }
}

/** Emits only snapshots that differ from the previous one. */
function onChange(listener: (now: UploadSnapshot, before: UploadSnapshot | undefined) => void) {
  let last: UploadSnapshot | undefined
  return (now: UploadSnapshot) => {
    const before = last
    last = now
    if (now.context !== before?.context || now.value !== before.value) listener(now, before)
  }
}
