// Connects the upload machine to the worker, the API and the draft on this device. Only one wizard is open at a time.
// Leaving the page closes the wizard. Opening its draft later continues at the same step.
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
  const { type, ownerUser, cipher, draft: openedDraft, lock } = start
  const typeInfo = uploadTypes[type]
  // Another tab has the draft open.
  const isReadOnly = openedDraft !== undefined && lock === undefined
  const closeController = new AbortController()
  const getSnapshot = () => actor.getSnapshot()

  const openRows = createOpenRows({
    onEdited: (ids) => void editedRows.check(ids),
    onChanged: (rows) => {
      actor.send({ type: 'rows.changed', figures: rows.figures() })
      draft.saver.request()
    },
  })
  const draft = createWizardDraft({ ...start, isReadOnly }, openRows, getSnapshot)
  const editedRows = createEditedRowChecks(openRows, getSnapshot, {
    isReadOnly,
    closeSignal: closeController.signal,
  })
  const { machine, checkProgress } = withEffects(start, openRows, draft, getSnapshot, closeController.signal)
  const actor: Actor<typeof uploadMachine> = createActor(machine, {
    ...inspectOptions,
    input: {
      type,
      options,
      draft: openedDraft && { stored: openedDraft.head.wizard, figures: openedDraft.rows.figures() },
    },
  })
  const rules = () => optionsToRules(type, getSnapshot().context.options)

  /** Stores the options for a reload: separately until there are rows, later with the rows as a draft. */
  const persistChanges = (now: UploadSnapshot, previous: UploadSnapshot | undefined) => {
    const { file, options: currentOptions } = now.context
    const hasRows = file !== undefined
    const areOptionsChanged = previous !== undefined && previous.context.options !== currentOptions
    if (!hasRows && areOptionsChanged) typedOptions.change({ [type]: currentOptions })
    const hasDraftToSave = snapshotToStored(now) !== undefined
    if (hasDraftToSave && !isReadOnly) draft.saver.request()
  }
  /**
   * Rows that were just read are checked automatically. The rows of an order are checked once its campaign is chosen,
   * and again if the user chooses another campaign.
   */
  const checkNewRows = (now: UploadSnapshot, previous: UploadSnapshot | undefined) => {
    if (!previous || !now.matches({ reviewing: 'unverified' }) || isReadOnly) return
    const canCheck = checkRefusal(now.context) === undefined && connectionState().online
    if (!canCheck) return
    const isJustRead = previous.matches('reading')
    const needsNewCheck =
      previous.matches('reviewing') && !keepsVerification(type, previous.context.options, now.context.options)
    if (isJustRead || needsNewCheck) actor.send({ type: 'check' })
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
    instanceId: newRequestId(),
    ownerUser,
    start(): void {
      if (openedDraft) openRows.show(openedDraft.id, openedDraft.rows, { lock })
      subscription = actor.subscribe(
        onChange((now, previous) => {
          persistChanges(now, previous)
          checkNewRows(now, previous)
          const wasVerifying = previous?.matches({ reviewing: 'verifying' }) === true
          // The user may have edited rows while they were checked.
          if (wasVerifying) editedRows.checkWaitingRows()
        }),
      )
      actor.start()
      stopWatchingConnection = subscribeConnection(editedRows.checkWaitingRows)
      // A check that was interrupted when its page closed continues with the rows that have no result yet.
      if (openedDraft?.head.isChecking && !isReadOnly) actor.send({ type: 'check' })
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
      const snapshot = await waitFor(actor, isRead, { timeout: Infinity }).catch(() => undefined)
      if (!snapshot || snapshot.matches('reviewing')) return undefined
      return messageToText(snapshot.context.notice?.message ?? message('fileFailed'))
    },
    /**
     * True if another tab can take over the draft: it is not being submitted, and its rows are stored on this device.
     */
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

/** Calls the listener only for snapshots that differ from the previous snapshot. */
function onChange(listener: (now: UploadSnapshot, previous: UploadSnapshot | undefined) => void) {
  let latest: UploadSnapshot | undefined
  return (now: UploadSnapshot) => {
    const previous = latest
    latest = now
    const isChanged = now.context !== previous?.context || now.value !== previous.value
    if (isChanged) listener(now, previous)
  }
}
