// The hands of an upload's wizard: its chart bound to the worker, the host and the draft on this device, with the rows it works on.
// One wizard is open at a time; leaving the page closes it, and its draft goes on where it was.
import { type Actor, createActor, fromPromise, type Subscription, waitFor } from 'xstate'
import { CANNOT_CONNECT } from '#domain/answers.ts'
import { UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import type { CheckedRow } from '#domain/rows/kind.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import { uploadMachine, type UploadSnapshot, snapshotToStored } from '#machines/upload.ts'
import { type UploadOptions, noOptions, type StoredUpload } from '#machines/upload-steps.ts'
import { keepsVerification } from '#machines/upload-rules.ts'
import { contextToAside } from '#machines/upload-stored.ts'
import { rowsLeftOut } from '#rows/rest.ts'
import { rowsToSend } from '#rows/sent.ts'
import type { AnyRows } from '#rows/rows.ts'
import { inspecting } from '#services/inspect/inspect.ts'
import { bytesToBase64 } from '#services/files/base64.ts'
import { type Cell, createCell } from '#services/cell.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { holdUpdates } from '#services/device/updates.ts'
import type { DraftLock } from '#storage/draft-lock.ts'
import { discardDraft, type DraftSeal, readDraftFile } from '#storage/drafts.ts'
import * as say from '#words/flows/upload.ts'
import { areas } from '../unanswered/kinds.ts'
import { forgetUpload, recordUpload } from '../unanswered/uploads.ts'
import { checkRowsAlone, submitRows } from './calls.ts'
import { DRAFT_VERSION, type DraftHead, type OpenedDraft } from './draft.ts'
import { draftKindOf } from './draft-kinds.ts'
import { createDraftSaver, type DraftSaver } from '../rows/draft-saver.ts'
import { createDraftWriter } from '../rows/draft-writer.ts'
import { nameOfFile, rowsToFile } from '../rows/made-file.ts'
import { readMoreRows, refuseMoreRows } from '../rows/more-rows.ts'
import { createOpenRows, markAll, type OpenRows, releaseLock } from '../rows/open-rows.ts'
import { readFile } from './read-file.ts'
import { optionsToRules } from './row-rules.ts'
import { forgetActivation, lastActivation } from './last-activation.ts'
import { typedOptions } from './typed-options.ts'
import { type CheckProgress, createRowChecks } from './verify.ts'

export type UploadWizard = ReturnType<typeof createUploadWizard>

/** What a wizard starts from: nobody's rows yet, or a draft. `lock` is missing where another tab has the draft open. */
export interface WizardStart {
  readonly type: UploadType
  readonly ownerUser: string
  /** undefined where nothing can be kept on this device. */
  readonly seal: DraftSeal | undefined
  readonly draft?: OpenedDraft
  readonly lock?: DraftLock | undefined
}

interface LeftOut {
  readonly rows: AnyRows
  readonly draftId: string | undefined
}

export function createUploadWizard({ type, ownerUser, seal, draft, lock }: WizardStart) {
  const kind = uploadKinds[type]
  const isReadOnly = draft !== undefined && lock === undefined
  const gone = new AbortController()
  /** Rows that were left out of what was submitted, with their draft where one could be kept. */
  const leftOut: Cell<LeftOut | undefined> = createCell<LeftOut | undefined>(undefined)
  const verifyRows = createRowChecks()
  /** How far the check under way is. */
  const checking: Cell<CheckProgress | undefined> = createCell<CheckProgress | undefined>(undefined)
  /** Rows that are being asked about alone. */
  const asking: Cell<ReadonlySet<number>> = createCell<ReadonlySet<number>>(new Set())

  const open = createOpenRows(
    (ids) => void askAlone(ids),
    (rows) => {
      actor.send({ type: 'rows.changed', figures: rows.figures() })
      saver.request()
    },
  )
  const writeDraft = createDraftWriter<DraftHead>({ kind: draftKindOf(type), version: DRAFT_VERSION }, seal, isReadOnly)
  /** `isAside`: the draft is offered, but not opened by itself. */
  const write = (opened: Omit<OpenRows, 'edits'>, wizard: StoredUpload, isAside: boolean) =>
    writeDraft(opened, () => ({
      wizard,
      figures: opened.rows.figures(),
      currency: opened.rows.currency() ?? '',
      isAside,
      ...(isChecking() && { isChecking: true as const }),
    }))
  const isChecking = () => actor.getSnapshot().matches({ reviewing: 'verifying' })
  const saver: DraftSaver = createDraftSaver(async () => {
    const stored = snapshotToStored(actor.getSnapshot())
    const opened = open.cell.get()
    return stored && opened ? write(opened, stored, false) : { ok: true }
  })
  /** Saves one form of the wizard at once, after whatever is being saved. */
  const record = async (opened: OpenRows | undefined, stored: StoredUpload, isAside: boolean) => {
    await saver.flush()
    if (opened) await write(opened, stored, isAside)
  }
  /** Leaves the open rows as a draft that is offered. Another file is another draft. */
  const putAside = async (stored: StoredUpload | undefined) => {
    const opened = open.cell.get()
    if (!opened || !stored) return
    await record(opened, stored, true)
    release(opened)
    if (open.cell.get() === undefined) saver.begin()
  }
  const discardOpen = async () => {
    await saver.flush()
    const opened = open.cell.get()
    if (opened) await discardDraft(ownerUser, opened.draftId)
  }
  /** The same bytes each time that the batch is sent, or the host would take it for another one. */
  const fileContent = async () => {
    const opened = open.cell.get()
    const bytes = opened?.file ?? (opened && seal && (await readDraftFile(seal, opened.draftId)))
    return bytes && bytesToBase64(bytes).catch(() => undefined)
  }
  /** Rows that were left out stay as a draft of their own; asked for again, it is written anew under the same name. */
  const keepLeftOut = async ({ version, options, file }: StoredUpload) => {
    const opened = open.cell.get()
    const rows = opened && rowsLeftOut(opened.rows)
    if (!opened || !rows) return
    markAll(rows)
    const rest = { draftId: `${opened.draftId}-left-out`, rows, file: undefined, lock: undefined }
    const saved = await write(rest, { version, options, file, step: 'reviewing', duplicateReason: '' }, true)
    releaseLock(rest)
    leftOut.set({ rows, draftId: saved.ok ? rest.draftId : undefined })
  }
  const release = (opened: OpenRows) => open.release(opened, actor.getSnapshot().matches('done'))

  const actor: Actor<typeof uploadMachine> = createActor(
    uploadMachine.provide({
      actors: {
        readFile: fromPromise(async ({ input: { file, options, chosen }, signal }) => {
          const read = await readFile(file, optionsToRules(type, options), signal, chosen)
          if (read.kind === 'refused') return read
          if (read.kind === 'columnsNeeded')
            return { kind: 'columnsNeeded', unsure: { file, options, columns: read.columns } }
          await putAside(contextToAside(actor.getSnapshot().context))
          saver.begin()
          open.show(newRequestId(), read.rows, { file: read.content })
          leftOut.set(undefined)
          // The draft has it from here on, and the next upload begins with its own. The machine has it for the form, which is on
          // screen until the rows are drawn.
          typedOptions.change({ [type]: {} })
          if (kind.isDoneAtOnce) forgetActivation()
          const { facts, damage, rows, columns } = read
          return {
            kind: 'read',
            options: { ...options, ...read.options },
            file: { name: nameOfFile(file), facts, damage },
            figures: rows.figures(),
            ...(columns && { unsure: { file, options, columns } }),
          }
        }),
        verifyRows: fromPromise(async ({ input, signal }) => {
          try {
            const stop = AbortSignal.any([signal, gone.signal])
            return await verifyRows({
              ...input,
              rows: open.rows(),
              fileName: fileName(),
              signal: stop,
              onProgress: checking.set,
            })
          } finally {
            if (!signal.aborted) checking.set(undefined)
          }
        }),
        recordIntent: fromPromise(async ({ input }) => {
          const opened = open.cell.get()
          await record(opened, input, false)
          if (opened) await recordUpload(ownerUser, toUpload(type, opened, input))
        }),
        submitRows: fromPromise(async ({ input }) => {
          const letGo = holdUpdates(areas.upload.underWay)
          const outcome = await submitRows(open.rows(), input, await fileContent(), gone.signal).finally(letGo)
          if (outcome.kind !== 'missing') await forgetUpload(ownerUser, input.intent)
          if (outcome.kind === 'activated')
            lastActivation.change({ identifierType: input.options.identifierType, results: outcome.results })
          if (outcome.kind === 'accepted' || outcome.kind === 'activated') {
            // Before anything says that it is done: a reload at that moment finds nothing that waits to be asked about.
            await keepLeftOut(input)
            await discardOpen()
            refreshAnswers(...areas.upload.refreshes)
          }
          return outcome
        }),
      },
      actions: {
        forgetIntent: ({ context }) => void forgetUpload(ownerUser, context.intent),
        setDraftAside: ({ context }) => void putAside(contextToAside(context)),
        releaseDraft: () => {
          const opened = open.cell.get()
          if (opened) release(opened)
        },
      },
    }),
    {
      ...inspecting,
      input: {
        type,
        options: noOptions,
        ...(draft && { draft: { stored: draft.head.wizard, figures: draft.rows.figures() } }),
      },
    },
  )
  const fileName = () => actor.getSnapshot().context.file?.name ?? ''
  const rules = () => optionsToRules(type, actor.getSnapshot().context.options)

  /** Edited rows are asked about by themselves, so that the others keep their ticks. */
  const askAlone = async (ids: readonly number[]) => {
    const { context } = actor.getSnapshot()
    if (context.verification === undefined || !connectionState().online || isReadOnly) return
    const rows = open.rows()
    const wanted = ids.filter((id) => !rows.isRemoved(id) && !rows.isUnsendable(id) && !rows.isChecked(id))
    if (wanted.length === 0) return
    asking.set(new Set([...asking.get(), ...wanted]))
    const isReached = await checkRowsAlone(rows, wanted, context.options, fileName(), gone.signal)
    if (!isReached) notify({ kind: 'error', text: CANNOT_CONNECT, about: say.changedRowsWait, lasts: 'long' })
    asking.set(new Set([...asking.get()].filter((id) => !wanted.includes(id))))
  }

  /** Checks the open rows by other options. */
  const setOptions = (options: UploadOptions) => {
    const rows = open.cell.get()?.rows
    if (!rows) return
    const now = actor.getSnapshot().context.options
    const keepsAnswers = keepsVerification(type, now, options)
    if (keepsAnswers && now.noIdentifierValidation === options.noIdentifierValidation) return
    rows.setKind(rowKindOf(optionsToRules(type, options)), keepsAnswers)
    rows.changed('content')
  }

  /** What was edited without a line is asked about by itself when it is back. */
  const askOpen = () => {
    const rows = open.cell.get()?.rows
    if (!rows || !connectionState().online || !actor.getSnapshot().matches({ reviewing: 'verified' })) return
    void askAlone(rowsToSend(rows, 'toCheck').filter((id) => !asking.get().has(id)))
  }

  let watch: Subscription | undefined
  let stopWatchingLine: (() => void) | undefined

  return {
    kind,
    actor,
    open: open.cell,
    asking,
    checking,
    leftOut,
    saveState: saver.state,
    isReadOnly,
    /** Tells one wizard from the next. */
    name: newRequestId(),
    ownerUser,
    start(): void {
      if (draft) open.show(draft.id, draft.rows, { lock })
      watch = actor.subscribe(onChange((snapshot) => !isReadOnly && snapshotToStored(snapshot) && saver.request()))
      actor.start()
      stopWatchingLine = subscribeConnection(askOpen)
      // It was broken off with its page: it goes on with the rows that have no answer yet.
      if (draft?.head.isChecking && !isReadOnly) actor.send({ type: 'check' })
      else askOpen()
      if (!seal) saver.state.set({ kind: 'memoryOnly', why: 'unavailable' })
    },
    setOptions,
    /** Other options of an open upload, as they are typed or chosen beside its rows. */
    changeOptions(next: Partial<UploadOptions>): void {
      setOptions({ ...actor.getSnapshot().context.options, ...next })
      actor.send({ type: 'options.changed', options: next })
    },
    readMore: (file: File) => readMoreRows(file, rules(), kind),
    rules,
    /** Puts a typed row behind the open ones, or begins with it; gives why it was not taken, where it was not. */
    async addRow(row: CheckedRow, options: UploadOptions): Promise<string | undefined> {
      const opened = open.cell.get()
      if (opened && actor.getSnapshot().matches('reviewing')) {
        const refusal = refuseMoreRows(opened.rows, 1, kind)
        if (refusal === undefined) opened.edits.append([row])
        return refusal
      }
      const file = rowsToFile([row], say.typedRows)
      actor.send({ type: 'files.dropped', files: [file], options })
      // Undefined where the wizard was closed meanwhile: nobody is there to be told.
      const isRead = (snapshot: UploadSnapshot) => !snapshot.matches('reading')
      const after = await waitFor(actor, isRead, { timeout: Infinity }).catch(() => undefined)
      return !after || after.matches('reviewing') ? undefined : (after.context.notice?.text ?? UPLOAD_FAILED)
    },
    refuseMore: (count: number) => refuseMoreRows(open.rows(), count, kind),
    /** False while its rows are on their way, or are nowhere but here. */
    mayLetGo: () => !actor.getSnapshot().matches('submitting') && saver.state.get().kind !== 'memoryOnly',
    /** Closes the wizard; what is unsaved is saved first, and what is under way goes unanswered. */
    async close(): Promise<void> {
      if (gone.signal.aborted) return
      await saver.stop()
      gone.abort()
      stopWatchingLine?.()
      watch?.unsubscribe()
      actor.stop()
      open.close()
    },
  }
}

/** An upload as it is kept until its answer has come. */
const toUpload = (type: UploadType, { draftId, rows }: OpenRows, wizard: StoredUpload) => ({
  type,
  draftId,
  wizard,
  figures: rows.figures(),
  currency: rows.currency() ?? '',
})

/** Only snapshots in which something is different from the one before. */
function onChange(tell: (snapshot: UploadSnapshot) => void): (snapshot: UploadSnapshot) => void {
  let last: UploadSnapshot | undefined
  return (snapshot) => {
    const isSame = snapshot.context === last?.context && snapshot.value === last.value
    last = snapshot
    if (!isSame) tell(snapshot)
  }
}
