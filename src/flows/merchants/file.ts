// A file of merchants: read and checked in the worker, mended here, and its rows signed up until all of them are in the list. What
// is not signed up yet lies on this device as a draft, so that a reload, a lost line or a full list loses none and sends none twice.
import { fileWords } from '#brand/file-words.ts'
import { tidyMerchant } from '#domain/merchants/entry.ts'
import { placesTaken } from '#domain/merchants/list.ts'
import type { MerchantCodes, MerchantRowFacts } from '#domain/merchants/rows.ts'
import type { MerchantRowRules } from '#domain/row-kinds.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import { restOf } from '#rows/rest.ts'
import type { AnyRows } from '#rows/rows.ts'
import { rowsToSend } from '#rows/sent.ts'
import { createCell } from '#services/cell.ts'
import { notify } from '#services/notices.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { holdUpdates } from '#services/device/updates.ts'
import type { DraftLock } from '#storage/draft-lock.ts'
import { discardDraft, type DraftSeal } from '#storage/drafts.ts'
import * as say from '#words/flows/merchants.ts'
import type { ChosenColumns } from '../columns.ts'
import type { RowsDesk } from '../rows/desk.ts'
import { createDraftSaver } from '../rows/draft-saver.ts'
import { createDraftWriter } from '../rows/draft-writer.ts'
import { nameOfFile } from '../rows/made-file.ts'
import { readMoreRows, refuseMoreRows } from '../rows/more-rows.ts'
import { createOpenRows, markAll } from '../rows/open-rows.ts'
import { areas } from '../unanswered/kinds.ts'
import { unansweredOf } from '../unanswered/store.ts'
import { type FileWords, MERCHANT_DRAFT, type MerchantFileHead, type OpenedMerchantDraft } from './file-draft.ts'
import { markRepeated, notAsked } from './file-repeats.ts'
import { type FileRefusal, MERCHANT_FILE, readMerchantFile } from './file-read.ts'
import type { WaitsFor } from '../rows/patience.ts'
import { type RunStop, signUpRows } from './file-run.ts'
import { merchantsOf } from './list.ts'
import { idsOf } from './sign-up.ts'

/** A file whose columns are chosen, or may be. */
interface UnsureFile {
  readonly file: File
  readonly columns: ReadColumns
}

export type FileStage =
  /** No rows are open; `refusal`: why the last file was not taken. */
  | { readonly kind: 'none'; readonly refusal?: FileRefusal }
  | { readonly kind: 'reading'; readonly name: string }
  /** `back`: the rows that stay until the columns are chosen otherwise. */
  | { readonly kind: 'columns'; readonly unsure: UnsureFile; readonly back?: RowsStage }
  | RowsStage

/** `unsure`: where its columns were not taken as they stand, until the page is left. */
interface RowsStage {
  readonly kind: 'rows'
  readonly words: FileWords
  readonly unsure?: UnsureFile
}

/** Rows that are being signed up. */
export interface RunState {
  readonly total: number
  readonly done: number
  readonly waitsFor: WaitsFor | undefined
}

/** How the last run has ended: how many came into the list, and why not all that were meant to. */
export interface RunOutcome {
  readonly done: number
  readonly total: number
  readonly stop: RunStop | undefined
}

export type MerchantFile = ReturnType<typeof createMerchantFile>

interface Marks {
  /** The requestIds of rows that were sent, or are about to be, by the rows' ids. */
  readonly sent: Map<number, string>
  /** Rows that are in the list, and in the file until it is settled. */
  readonly done: Set<number>
}

/** What it starts from: no file yet, or a draft. `lock` is missing where another tab has it open. */
interface FileStart {
  readonly ownerUser: string
  /** undefined where nothing can be kept on this device. */
  readonly seal: DraftSeal | undefined
  readonly codes: MerchantCodes | undefined
  readonly draft?: OpenedMerchantDraft
  readonly lock?: DraftLock | undefined
}

export function createMerchantFile({ ownerUser, seal, codes, draft, lock }: FileStart) {
  const isReadOnly = draft !== undefined && lock === undefined
  const rules = (): MerchantRowRules => ({ kind: 'merchant', codes, words: fileWords })
  const stage = createCell<FileStage>(draft ? { kind: 'rows', words: draft.head.words } : { kind: 'none' })
  const run = createCell<RunState | undefined>(undefined)
  const outcome = createCell<RunOutcome | undefined>(undefined)
  /** Of the rows that are open: replaced together with them. */
  let marks: Marks = { sent: new Map(draft?.head.sent), done: new Set(draft?.head.done) }
  const list = merchantsOf(ownerUser)
  const unanswered = unansweredOf(ownerUser)
  const leaving: (() => void)[] = []
  let reading: AbortController | undefined
  let running: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()
  let isClosed = false
  /** The draft that is being taken away, and written no more. */
  let closing: string | undefined

  const open = createOpenRows(
    (ids) => {
      // With other values it is another merchant, and another request.
      for (const id of ids) marks.sent.delete(id)
      markKnown()
    },
    () => saver.request(),
  )
  const write = createDraftWriter<MerchantFileHead>(MERCHANT_DRAFT, seal, isReadOnly)
  const saver = createDraftSaver(async () => {
    const opened = open.cell.get()
    const words = wordsOf(stage.get())
    const { sent, done } = marks
    if (!opened || !words || opened.draftId === closing) return { ok: true }
    const toHead = () => {
      const { content, rows, toFix } = opened.rows.figures()
      return { words, sent: [...sent], done: [...done], content, figures: { rows, toFix } }
    }
    return write(opened, toHead)
  })
  const save = async () => {
    saver.request()
    await saver.flush()
  }

  /** Says at each row whether the list, or an earlier row, has the merchant already, or its number. */
  const markKnown = () => {
    const rows = open.cell.get()?.rows
    const merchants = list.get()
    if (!rows || !merchants || isReadOnly) return
    const isChanged = markRepeated(rows, merchants)
    if (isChanged) rows.changed('checks')
  }

  /** Takes rows out of the file that are in the list by now, however they came there. */
  const settle = async () => {
    const opened = open.cell.get()
    if (!opened || isReadOnly || running || opened.draftId === closing) return
    const { sent, done } = marks
    const listed = new Set(list.get()?.map(({ id }) => id))
    for (const [id, requestId] of sent) if (listed.has(requestId)) done.add(id)
    if (done.size === 0) return markKnown()
    const rest = restOf(opened.rows, (id) => !done.has(id))
    if (!rest || rest.rows.figures().rows === 0) return close({ kind: 'none' })
    const left = rest.ids.flatMap((before, now) => {
      const requestId = sent.get(before)
      return requestId === undefined ? [] : [[now, requestId] as const]
    })
    marks = { sent: new Map(left), done: new Set() }
    markAll(rest.rows)
    open.show(opened.draftId, rest.rows, { lock: opened.lock })
    markKnown()
    await save()
  }

  /** Nothing of the file is left: it is no draft any more. */
  const close = async (next: FileStage) => {
    const opened = open.cell.get()
    stage.set(next)
    if (!opened) return
    closing = opened.draftId
    await saver.flush()
    await discardDraft(ownerUser, opened.draftId)
    open.release(opened, false)
    marks = { sent: new Map(), done: new Set() }
  }

  const readFile = async (file: File, chosen?: ChosenColumns) => {
    const before = stage.get()
    const control = new AbortController()
    reading?.abort()
    reading = control
    stage.set({ kind: 'reading', name: nameOfFile(file) })
    outcome.set(undefined)
    const read = await readMerchantFile(file, rules(), control.signal, chosen)
    if (reading !== control) return
    reading = undefined
    const { back } = before.kind === 'columns' ? before : { back: undefined }
    if (control.signal.aborted) return stage.set(before.kind === 'columns' ? before : { kind: 'none' })
    if (read.kind === 'columns') return stage.set({ kind: 'columns', unsure: { file, columns: read.columns } })
    if (read.kind === 'refused') {
      const { text, hint } = read.refusal
      if (!back) return stage.set({ kind: 'none', refusal: read.refusal })
      notify({ kind: 'error', text: [text, hint].filter(Boolean).join('. '), about: nameOfFile(file) })
      return stage.set(back)
    }
    if (open.cell.get()) await close({ kind: 'reading', name: nameOfFile(file) })
    saver.begin()
    open.show(newRequestId(), read.rows, { file: undefined })
    stage.set({ kind: 'rows', words: read.words, ...(read.columns && { unsure: { file, columns: read.columns } }) })
    markKnown()
    await save()
  }

  /** The rows that are signed up next: without errors, the first ones first, those that were sent and wait for their answer too. */
  const idsToSignUp = (limit: number): readonly number[] => {
    const rows = open.cell.get()?.rows
    if (!rows) return []
    const waiting = new Set(idsOf(unanswered.get()))
    let room = Math.max(0, limit - placesTaken(list.get() ?? [], [...waiting]))
    return rowsToSend(rows, 'toSubmit').filter((id) => waiting.has(marks.sent.get(id) ?? '') || room-- > 0)
  }

  const signUp = async (limit: number) => {
    const opened = open.cell.get()
    if (!opened || isReadOnly || running) return
    const { rows } = opened
    const ids = idsToSignUp(limit)
    if (ids.length === 0) return
    const control = new AbortController()
    running = control
    outcome.set(undefined)
    run.set({ total: ids.length, done: 0, waitsFor: undefined })
    const release = holdUpdates(areas.merchant.underWay)
    try {
      outcome.set(await signUpIds(rows, ids, limit, control.signal))
    } finally {
      release()
      running = undefined
      rows.changed('content')
      await settle()
      run.set(undefined)
    }
  }

  const signUpIds = async (rows: AnyRows, ids: readonly number[], limit: number, signal: AbortSignal) => {
    const { sent, done } = marks
    const doneBefore = done.size
    const step = (next: Partial<RunState>) => {
      const now = run.get()
      if (now) run.set({ ...now, ...next })
    }
    const wanted = ids.map((id) => {
      const requestId = sent.get(id) ?? newRequestId()
      sent.set(id, requestId)
      return { id, requestId, entry: tidyMerchant(rows.row(id).values) }
    })
    // Under which id each is sent is known before the first one is, whatever becomes of this page.
    await save()
    const stop = await signUpRows({
      ownerUser,
      limit,
      rows: wanted,
      onDone: (id) => {
        done.add(id)
        rows.setRemoved(id, true)
        step({ done: done.size - doneBefore })
        saver.request()
      },
      onRefused: (id, text) => {
        sent.delete(id)
        const facts = { error: text } satisfies MerchantRowFacts
        rows.setAnswer(id, { ...notAsked, checkedAt: Date.now(), findings: [rows.kind().finding('refused')], facts })
        saver.request()
      },
      onWait: (waitsFor) => step({ waitsFor }),
      signal,
    })
    const result: RunOutcome = { done: done.size - doneBefore, total: ids.length, stop }
    tell(result, wordsOf(stage.get())?.name ?? '')
    return result
  }

  /** Wherever the operator is by now. */
  const tell = (result: RunOutcome, about: string) => {
    const session = sessionStore.get()
    if (!session || ownerUserOf(session) !== ownerUser || result.done === 0) return
    notify({ kind: 'success', text: say.signedUp(result.done), about })
  }

  return {
    kind: MERCHANT_FILE,
    ownerUser,
    stage,
    run,
    outcome,
    open: open.cell,
    asking: createCell<ReadonlySet<number>>(new Set()),
    saveState: saver.state,
    isReadOnly,
    start(): void {
      leaving.push(
        list.subscribe(() => void settle()),
        unanswered.subscribe(() => undefined),
      )
      // Whoever signs out takes their rows along; what is on its way ends as it ends.
      leaving.push(
        sessionStore.subscribe(() => {
          const session = sessionStore.get()
          if (!session || ownerUserOf(session) !== ownerUser) running?.abort()
        }),
      )
      if (draft) open.show(draft.id, draft.rows, { lock })
      if (!seal) saver.state.set({ kind: 'memoryOnly', why: 'unavailable' })
      void settle()
    },
    rules,
    read: (file: File) => readFile(file),
    cancelReading: () => reading?.abort(),
    /** Its columns were taken wrongly: they are chosen once more, and the rows stay until then. */
    changeColumns(): void {
      const now = stage.get()
      if (now.kind === 'rows' && now.unsure) stage.set({ kind: 'columns', unsure: now.unsure, back: now })
    },
    chooseColumns(taken: ChosenColumns['taken']): void {
      const now = stage.get()
      if (now.kind === 'columns') void readFile(now.unsure.file, { columns: now.unsure.columns, taken })
    },
    keepColumns(): void {
      const now = stage.get()
      if (now.kind === 'columns') stage.set(now.back ?? { kind: 'none' })
    },
    idsToSignUp,
    /** Signs up as many of the rows without errors as the list has room for. */
    signUp: (limit: number): Promise<void> => (ended = signUp(limit)),
    dismissOutcome: () => outcome.set(undefined),
    /** Ends after the one that is on its way; the others stay. */
    stop: () => running?.abort(),
    isRunning: () => running !== undefined,
    /** False while its rows are on their way, or are nowhere but here. */
    mayLetGo: () => running === undefined && saver.state.get().kind !== 'memoryOnly',
    ended: () => ended,
    discard: () => close({ kind: 'none' }),
    readMore: (file: File) => readMoreRows(file, rules(), MERCHANT_FILE),
    refuseMore: (count: number) => refuseMoreRows(open.rows(), count, MERCHANT_FILE),
    /** What is unsaved is saved first. */
    async leave(): Promise<void> {
      if (isClosed) return
      isClosed = true
      reading?.abort()
      await saver.stop()
      for (const stop of leaving) stop()
      open.close()
    },
  } satisfies RowsDesk & Record<string, unknown>
}

const wordsOf = (stage: FileStage): FileWords | undefined =>
  stage.kind === 'rows' ? stage.words : stage.kind === 'columns' ? stage.back?.words : undefined
