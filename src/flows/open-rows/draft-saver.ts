// Saves a draft automatically: soon after a change, one save at a time, and immediately when the page is hidden or
// left. Reports its state ("Saved 10:42").
import { whenIdle } from '#services/breathe.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { beforeDatabaseCloses, onDatabaseCleared, type StorageProblem } from '#storage/db.ts'
import { watchDraftKeys } from '#storage/keys.ts'

export type SaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saved'; readonly at: number }
  /** Nothing can be stored on this device, so the work continues in memory. */
  | { readonly kind: 'memoryOnly'; readonly why: SaveProblem }

/** 'locked': the key has not arrived yet, because the page was opened without a connection. */
export type SaveProblem = StorageProblem | 'locked'
export type SaveResult = { readonly ok: true } | { readonly ok: false; readonly problem: SaveProblem }

export interface DraftSaver {
  readonly state: Observable<SaveState>
  /** Called when other rows are opened: the previous save state does not apply to them. */
  begin(): void
  /** Called when something has changed. */
  request(): void
  /** Saves unsaved changes now, and resolves when they are saved. */
  flush(): Promise<void>
  /** Saves a last time and stops watching the page. */
  stop(): Promise<void>
}

const SAVE_DELAY_MS = 150

export function createDraftSaver(save: () => Promise<SaveResult>): DraftSaver {
  const state = createObservable<SaveState>({ kind: 'clean' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = false
  let runningSave: Promise<void> | undefined

  const saveUntilClean = async () => {
    while (isDirty) {
      if (state.get().kind === 'clean') state.set({ kind: 'unsaved' })
      isDirty = false
      const result = await save()
      // A change during the save makes the draft dirty again, and the loop saves once more.
      if (!result.ok) state.set({ kind: 'memoryOnly', why: result.problem })
      else if (!isDirty) state.set({ kind: 'saved', at: Date.now() })
    }
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    runningSave ??= saveUntilClean().finally(() => {
      runningSave = undefined
    })
    await runningSave
  }
  const request = () => {
    isDirty = true
    // 'clean' (rows just opened) becomes 'unsaved' only when the save starts, so that the rows are rendered first.
    if (state.get().kind === 'saved') state.set({ kind: 'unsaved' })
    timer ??= setTimeout(() => void whenIdle().then(flush), SAVE_DELAY_MS)
  }

  const flushNow = () => void flush()
  const flushIfHidden = () => {
    if (document.visibilityState === 'hidden') flushNow()
  }
  // Lets the browser ask before it closes the page, but only while something would be lost.
  const warn = (event: BeforeUnloadEvent) => {
    flushNow()
    const { kind } = state.get()
    const wouldLoseChanges = isDirty || kind === 'unsaved' || kind === 'memoryOnly'
    if (wouldLoseChanges) event.preventDefault()
  }
  window.addEventListener('pagehide', flushNow)
  window.addEventListener('beforeunload', warn)
  document.addEventListener('visibilitychange', flushIfHidden)
  const stopWatchingClose = beforeDatabaseCloses(flush)
  // The stored draft was deleted together with the database, so the draft is saved again.
  const stopWatchingClear = onDatabaseCleared(() => {
    if (state.get().kind === 'saved') request()
  })
  const stopWatchingKeys = watchDraftKeys((hasMissingKeyArrived) => {
    if (hasMissingKeyArrived) request()
  })

  return {
    state,
    begin() {
      if (state.get().kind !== 'memoryOnly') state.set({ kind: 'clean' })
    },
    request,
    flush,
    async stop() {
      window.removeEventListener('pagehide', flushNow)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', flushIfHidden)
      stopWatchingClose()
      stopWatchingClear()
      stopWatchingKeys()
      await flush()
    },
  }
}
