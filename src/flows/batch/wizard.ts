// The batch wizard's hands: its chart bound to the worker, the host and the draft on this device, with the rows it works on.
// One wizard is open at a time; leaving the page closes it, and its draft goes on where it was.
import { createActor, fromPromise, type Subscription } from 'xstate'
import type { CardFieldName, CardRowKind } from '#domain/batch/card-rows.ts'
import { type BatchType, batchKinds } from '#domain/batch/kinds.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { type RowRules, rowKindOf } from '#domain/row-kinds.ts'
import { batchMachine, type BatchSnapshot, snapshotToStored } from '#machines/batch.ts'
import { type BatchOptions, noOptions, type StoredBatch } from '#machines/batch-steps.ts'
import { contextToAside } from '#machines/batch-stored.ts'
import { breathe } from '#services/breathe.ts'
import { type Cell, createCell } from '#services/cell.ts'
import { connectionState } from '#services/connection.ts'
import { refreshAnswers } from '#services/queries.ts'
import { newRequestId } from '#services/request-id.ts'
import { sheetsWorker } from '#services/sheets-worker.ts'
import { holdUpdates } from '#services/updates.ts'
import { type DraftLock, takeDraftLock } from '#storage/draft-lock.ts'
import { discardDraft, type DraftSeal, saveDraft } from '#storage/drafts.ts'
import { checkRowsAlone, submitRows, verifyRows } from './calls.ts'
import { DRAFT_VERSION, type DraftHead, draftKindOf, type OpenedDraft } from './draft.ts'
import { readFactsToDamage, readFactsToText } from './facts.ts'
import { createRowEdits, type RowEdits } from '#rows/edits.ts'
import { readByItsIdentifiers } from './identifiers.ts'
import { readMoreRows, refuseMoreRows } from './more-rows.ts'
import { rowsToChunk } from '#rows/stored.ts'
import type { CardRows } from '#rows/card-elements.ts'
import { createRows } from '#rows/rows.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { forgetUpload, recordUpload } from '../unanswered/uploads.ts'

/** The rows that are open, and what can be done to them. */
export interface OpenRows {
  readonly draftId: string
  readonly rows: CardRows
  readonly edits: RowEdits<CardFieldName>
  lock: DraftLock | undefined
}

export type BatchWizard = ReturnType<typeof createBatchWizard>

/** What a wizard starts from: nobody's rows yet, or a draft. `lock` is missing where another tab has the draft open. */
export interface WizardStart {
  readonly type: BatchType
  readonly ownerUser: string
  /** undefined where nothing can be kept on this device. */
  readonly seal: DraftSeal | undefined
  readonly draft?: OpenedDraft
  readonly lock?: DraftLock | undefined
}

export function createBatchWizard({ type, ownerUser, seal, draft, lock }: WizardStart) {
  const kind = batchKinds[type]
  const rulesOf = ({ identifierType, noIdentifierValidation, retire }: BatchOptions): RowRules => ({
    kind: type,
    identifierType,
    noIdentifierValidation,
    retire,
  })
  const isReadOnly = draft !== undefined && lock === undefined
  const open: Cell<OpenRows | undefined> = createCell<OpenRows | undefined>(undefined)
  /** Rows that are being asked about alone. */
  const asking: Cell<ReadonlySet<number>> = createCell<ReadonlySet<number>>(new Set())
  const gone = new AbortController()
  let rowsWatch: (() => void) | undefined

  const machine = batchMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input: { file, options }, signal }) => {
        if (!(file instanceof File)) return { kind: 'refused', text: 'File upload failed' }
        const { accepts, maxRows } = kind
        const { read, identifierType } = await readByItsIdentifiers(
          (type) =>
            sheetsWorker.readRows(
              file,
              { rules: { ...rulesOf(options), identifierType: type }, accepts, maxRows },
              { signal },
            ),
          options.identifierType,
        )
        if (!read.ok) return { kind: 'refused', ...read.refusal }
        const named = { ...options, identifierType }
        const rows = createRows<CardFieldName, CardRowKind>(read.columns, rowKindOf(rulesOf(named)))
        const figures = rows.figures()
        await breathe()
        if (signal.aborted) return { kind: 'refused', text: 'File upload aborted' }
        await putAside(contextToAside(actor.getSnapshot().context))
        show(newRequestId(), rows)
        const isOther = identifierType !== options.identifierType
        const facts = [
          ...readFactsToText(read.facts),
          ...(isOther ? [`Cards are identified by ${identifierKinds[identifierType].label} in this file`] : []),
        ]
        const about = { facts, damage: readFactsToDamage(read.facts) }
        return { kind: 'read', options: named, file: { name: file.name, ...about }, figures }
      }),
      verifyRows: fromPromise(({ input, signal }) => verifyRows(openRows(), input, fileName(), signal)),
      recordIntent: fromPromise(async ({ input }) => {
        await record(open.get(), input, false)
        const opened = open.get()
        if (opened) await recordUpload(ownerUser, toUpload(opened, input))
      }),
      submitRows: fromPromise(async ({ input }) => {
        const letGo = holdUpdates('A batch is being submitted')
        const outcome = await submitRows(openRows(), input, gone.signal).finally(letGo)
        if (outcome.kind !== 'missing') await forgetUpload(ownerUser, input.intent)
        if (outcome.kind === 'accepted') refreshAnswers('batchLoads', 'myBatches', 'overview')
        if (outcome.kind === 'activated') refreshAnswers('cardDetails', 'cardSearch')
        return outcome
      }),
    },
    actions: {
      forgetIntent: ({ context }) => void forgetUpload(ownerUser, context.intent),
      setDraftAside: ({ context }) => void putAside(contextToAside(context)),
      dropDraft: () => {
        const opened = open.get()
        if (opened) void saver.flush().then(() => discardDraft(ownerUser, opened.draftId).then(() => release(opened)))
      },
    },
  })
  const actor = createActor(machine, {
    input: {
      type,
      options: noOptions,
      ...(draft && { draft: { stored: draft.head.wizard, figures: draft.rows.figures() } }),
    },
  })

  const openRows = (): CardRows => {
    const rows = open.get()?.rows
    if (!rows) throw new Error('the wizard has no rows open')
    return rows
  }
  const toUpload = ({ draftId, rows }: OpenRows, wizard: StoredBatch) => ({
    type,
    draftId,
    wizard,
    figures: rows.figures(),
    currency: rows.currency() ?? '',
  })
  const fileName = () => actor.getSnapshot().context.file?.name ?? ''

  const show = (draftId: string, rows: CardRows, hasDraft = false) => {
    rowsWatch?.()
    if (!hasDraft) rows.markDirty(Array.from({ length: rows.chunkCount }, (_, chunk) => chunk))
    const edits = createRowEdits(rows, (ids) => void askAlone(ids))
    open.set({ draftId, rows, edits, lock: hasDraft ? lock : undefined })
    rowsWatch = rows.subscribe(() => {
      actor.send({ type: 'rows.changed', figures: rows.figures() })
      saver.request()
    })
  }
  /** Leaves the open rows as a draft that is offered. Another file is another draft. */
  const putAside = async (stored: StoredBatch | undefined) => {
    const opened = open.get()
    if (!opened || !stored) return
    await record(opened, stored, true)
    release(opened)
  }
  const release = (opened: OpenRows) => {
    opened.lock?.release()
    opened.lock = undefined
    const { value } = actor.getSnapshot()
    if (open.get() !== opened || value === 'done') return
    rowsWatch?.()
    open.set(undefined)
  }

  /** Saves the wizard as `stored`, with the rows that changed; never fails, the saver's state tells. */
  const write = async (opened: OpenRows, stored: StoredBatch, isAside: boolean) => {
    if (!seal) return { ok: false, trouble: 'unavailable' } as const
    if (isReadOnly) return { ok: true } as const
    const { draftId: id, rows } = opened
    opened.lock ??= await takeDraftLock(id)
    const dirty = rows.takeDirtyChunks()
    const head: DraftHead = { wizard: stored, figures: rows.figures(), currency: rows.currency() ?? '', isAside }
    const chunks = new Map<number, unknown>()
    for (const chunk of dirty) {
      chunks.set(chunk, rowsToChunk(rows, chunk))
      // A slow machine goes on answering between chunks.
      if (dirty.length > 1) await breathe()
    }
    const saved = await saveDraft(seal, {
      id,
      kind: draftKindOf(type),
      version: DRAFT_VERSION,
      head,
      chunkCount: rows.chunkCount,
      chunks,
      savedAt: Date.now(),
    })
    if (!saved.ok) rows.markDirty(dirty)
    return saved
  }
  const saver: DraftSaver = createDraftSaver(async () => {
    const stored = snapshotToStored(actor.getSnapshot())
    const opened = open.get()
    return stored && opened ? write(opened, stored, false) : { ok: true }
  })
  /** Saves one form of the wizard at once, after whatever is being saved. */
  const record = async (opened: OpenRows | undefined, stored: StoredBatch, isAside: boolean) => {
    await saver.flush()
    if (opened) await write(opened, stored, isAside)
  }

  /** Edited rows are asked about by themselves, so that the others keep their ticks. */
  const askAlone = async (ids: readonly number[]) => {
    const { context } = actor.getSnapshot()
    if (context.verification === undefined || !connectionState().online || isReadOnly) return
    const rows = openRows()
    const wanted = ids.filter((id) => !rows.isRemoved(id) && !rows.isUnsendable(id) && !rows.isChecked(id))
    if (wanted.length === 0) return
    asking.set(new Set([...asking.get(), ...wanted]))
    await checkRowsAlone(rows, wanted, context.options, fileName(), gone.signal)
    asking.set(new Set([...asking.get()].filter((id) => !wanted.includes(id))))
  }

  let last: BatchSnapshot['context'] | undefined
  let lastStep: unknown
  let watch: Subscription | undefined

  return {
    kind,
    actor,
    open,
    asking,
    saveState: saver.state,
    isReadOnly,
    /** Tells one wizard from the next. */
    name: newRequestId(),
    ownerUser,
    start(): void {
      if (draft) show(draft.id, draft.rows, true)
      watch = actor.subscribe((snapshot) => {
        if (snapshot.context === last && snapshot.value === lastStep) return
        last = snapshot.context
        lastStep = snapshot.value
        if (!isReadOnly && snapshotToStored(snapshot)) saver.request()
      })
      actor.start()
      if (!seal) saver.state.set({ kind: 'memoryOnly', why: 'unavailable' })
    },
    /** Checks the open rows by other options, on the way back to them from the first step. */
    setOptions(options: BatchOptions): void {
      const rows = open.get()?.rows
      if (!rows) return
      const { identifierType, noIdentifierValidation, retire } = actor.getSnapshot().context.options
      // Cards named in another way are other cards, and whether they are retired is part of the host's verdict.
      const keepsAnswers = identifierType === options.identifierType && retire === options.retire
      if (keepsAnswers && noIdentifierValidation === options.noIdentifierValidation) return
      rows.setKind(rowKindOf(rulesOf(options)), keepsAnswers)
      rows.changed('content')
    },
    /** Reads rows that come to the open ones: typed, pasted, or a corrected file. The same worker, the same checks. */
    readMore: (file: File) => readMoreRows(file, rulesOf(actor.getSnapshot().context.options)),
    /** Why rows may not be put behind the open ones, or undefined. */
    refuseMore: (count: number) => refuseMoreRows(openRows(), count),
    /** Closes the wizard; what is unsaved is saved first, and what is under way goes unanswered. */
    async close(): Promise<void> {
      if (gone.signal.aborted) return
      await saver.stop()
      gone.abort()
      watch?.unsubscribe()
      rowsWatch?.()
      actor.stop()
      open.get()?.lock?.release()
    },
  }
}
