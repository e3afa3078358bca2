// The effects of the upload state machine: reading a file, checking and submitting rows, and saving, setting aside or
// releasing their draft.
import { fromPromise } from 'xstate'
import { toRowType } from '#domain/row-types.ts'
import { message } from '#domain/messages/message.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { keepsVerification } from '#machines/upload-rules.ts'
import { contextToDraftSetAside } from '#machines/upload-stored.ts'
import { uploadMachine, type UploadSnapshot } from '#machines/upload.ts'
import { yieldToEvents } from '#services/breathe.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { holdUpdates } from '#services/device/updates.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { nameOfFile, repeatedBatchOf } from '#flows/open-rows/generated-file.ts'
import type { OpenRowsHolder } from '#flows/open-rows/open-rows.ts'
import { areas } from '../pending-changes/change-types.ts'
import { forgetUpload, recordUpload } from '../pending-changes/upload-changes.ts'
import { submitRows } from './calls.ts'
import { forgetActivation, lastActivation } from './last-activation.ts'
import { readFile } from './read-file.ts'
import { optionsToRules } from './row-rules.ts'
import { typedOptions } from './typed-options.ts'
import { type CheckProgress, createRowChecks } from './verify.ts'
import type { WizardDraft, WizardStart } from './wizard-draft.ts'

/** `closeSignal` is aborted when the wizard is closed. */
export function withEffects(
  { type, ownerUser }: WizardStart,
  openRows: OpenRowsHolder,
  draft: WizardDraft,
  getSnapshot: () => UploadSnapshot,
  closeSignal: AbortSignal,
) {
  const verifyRows = createRowChecks()
  /** Undefined while no check is running. */
  const checkProgress: Observable<CheckProgress | undefined> = createObservable<CheckProgress | undefined>(undefined)

  const machine = uploadMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input: { file, options, chosenColumns, settings }, signal }) => {
        const readResult = await readFile(file, optionsToRules(type, options), {
          signal,
          chosen: chosenColumns,
          settings,
        })
        if (readResult.kind === 'refused') return readResult
        const { source } = readResult
        if (readResult.kind === 'columnsNeeded')
          return { kind: 'columnsNeeded', fileToMap: { file, columns: readResult.columns }, source }
        // Counting thousands of rows takes long enough on a slow computer to be a task of its own.
        await yieldToEvents()
        const figures = readResult.rows.figures()
        await yieldToEvents()
        if (signal.aborted) return { kind: 'refused', message: message('fileAborted') }
        // With settings, the user reads the same file in another way.
        const isReadAgain = settings !== undefined
        const hasEdits = openRows.current.get()?.edits.undoLabel() !== undefined
        if (isReadAgain && !hasEdits) {
          // The rows that were read before contain no work of the user.
          await draft.discard()
          draft.release()
        } else await draft.setAside(contextToDraftSetAside(getSnapshot().context))
        draft.saver.begin()
        openRows.show(newRequestId(), readResult.rows, { file: readResult.content })
        draft.leftOut.set(undefined)
        // From now on the draft stores the options, so the next upload starts with default options.
        typedOptions.change({ [type]: {} })
        if (uploadTypes[type].runsWithoutApproval) forgetActivation()
        const { identifierType, noIdentifierValidation, retire, fillUp, fillUpTo } = options
        // The options with which the file was read. Some of them may have been detected from the file.
        const readOptions = { identifierType, noIdentifierValidation, retire, fillUp, fillUpTo, ...readResult.options }
        const { facts, damage, columns, assumed, remainingParts, content } = readResult
        const uploadedFile = { name: nameOfFile(file), facts, damage, assumed, repeats: repeatedBatchOf(file) }
        const optionsOfParts = { ...options, ...readOptions }
        const notesAboutParts = await draft.storeRemainingParts(remainingParts, optionsOfParts, uploadedFile, content)
        return {
          kind: 'read',
          options: readOptions,
          file: { ...uploadedFile, assumed: { ...assumed, notes: [...assumed.notes, ...notesAboutParts] } },
          source,
          figures,
          fileToMap: columns && { file, columns },
        }
      }),
      verifyRows: fromPromise(async ({ input, signal }) => {
        try {
          return await verifyRows({
            ...input,
            rows: openRows.rows(),
            fileName: getSnapshot().context.file?.name ?? '',
            signal: AbortSignal.any([signal, closeSignal]),
            onProgress: checkProgress.set,
          })
        } finally {
          if (!signal.aborted) checkProgress.set(undefined)
        }
      }),
      recordIntent: fromPromise(async ({ input }) => {
        const opened = openRows.current.get()
        await draft.flushAndSave(input)
        if (!opened) return
        const { draftId, rows } = opened
        const upload = { type, draftId, wizard: input, figures: rows.figures(), currency: rows.currency() ?? '' }
        await recordUpload(ownerUser, upload)
      }),
      submitRows: fromPromise(async ({ input }) => {
        const releaseUpdates = holdUpdates('upload')
        const fileContent = await draft.fileContent()
        const outcome = await submitRows(openRows.rows(), input, fileContent, closeSignal).finally(releaseUpdates)
        if (outcome.kind !== 'noResponse') await forgetUpload(ownerUser, input.intent)
        if (outcome.kind === 'activated')
          lastActivation.change({ identifierType: input.options.identifierType, results: outcome.results })
        const isSubmitted = outcome.kind === 'accepted' || outcome.kind === 'activated'
        if (isSubmitted) {
          // The draft is deleted before the outcome is shown. A reload then finds no draft that waits for a response.
          await draft.storeLeftOut(input)
          await draft.discard()
          refreshQueries(...areas.upload.refreshes)
        }
        return outcome
      }),
    },
    actions: {
      checkRowsWithOptions: (_, { before, after }) => {
        const rows = openRows.current.get()?.rows
        const keepsResults = keepsVerification(type, before, after)
        const hasSameValidation = before.noIdentifierValidation === after.noIdentifierValidation
        const areRowsUnaffected = keepsResults && hasSameValidation
        if (!rows || areRowsUnaffected) return
        rows.setRowType(toRowType(optionsToRules(type, after)), { keepsResults })
        rows.notify('content')
      },
      forgetIntent: ({ context }) => void forgetUpload(ownerUser, context.intent),
      setDraftAside: ({ context }) => void draft.setAside(contextToDraftSetAside(context)),
      releaseDraft: draft.release,
    },
  })
  return { machine, checkProgress }
}
