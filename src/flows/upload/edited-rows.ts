// Checks only edited rows at the server, so that the other rows keep their results.
import { m } from '#words/messages.js'
import type { UploadSnapshot } from '#machines/upload.ts'
import { rowsToSend } from '#rows/sent.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { notify } from '#services/notices.ts'
import { connectionState } from '#services/server/connection.ts'
import type { createOpenRows } from '#flows/open-rows/open-rows.ts'
import { waitToResend } from '#flows/open-rows/wait-to-resend.ts'
import { checkRowsIndividually } from './calls.ts'

interface CheckOptions {
  readonly isReadOnly: boolean
  /** Aborted when the wizard is closed. */
  readonly closeSignal: AbortSignal
}

export function createEditedRowChecks(
  openRows: ReturnType<typeof createOpenRows>,
  getSnapshot: () => UploadSnapshot,
  { isReadOnly, closeSignal }: CheckOptions,
) {
  const checkingRows: Observable<ReadonlySet<number>> = createObservable<ReadonlySet<number>>(new Set())
  /** How many consecutive checks had no response. */
  let lostChecks = 0
  let isWaiting = false
  /** Repeats lost checks once the connection is back or, if it never was lost, after longer and longer pauses. */
  const repeatLater = async (): Promise<void> => {
    if (isWaiting) return
    isWaiting = true
    await waitToResend({ retries: lostChecks - 1, onWait: () => undefined, signal: closeSignal })
    isWaiting = false
    if (!closeSignal.aborted) checkWaitingRows()
  }
  const check = async (ids: readonly number[]): Promise<void> => {
    const { options, verification, file } = getSnapshot().context
    if (verification === undefined || !connectionState().online || isReadOnly) return
    const rows = openRows.rows()
    const isSendable = (id: number) => !rows.isRemoved(id) && !rows.isUnsendable(id)
    const idsToCheck = ids.filter((id) => isSendable(id) && !rows.isChecked(id))
    if (idsToCheck.length === 0) return
    checkingRows.set(new Set([...checkingRows.get(), ...idsToCheck]))
    const isReached = await checkRowsIndividually({
      rows,
      ids: idsToCheck,
      options,
      fileName: file?.name ?? '',
      signal: closeSignal,
    })
    checkingRows.set(new Set([...checkingRows.get()].filter((id) => !idsToCheck.includes(id))))
    if (isReached) {
      lostChecks = 0
      return
    }
    lostChecks += 1
    // Repeated checks fail silently: the message says that they are repeated.
    if (lostChecks === 1)
      notify({
        kind: 'error',
        text: m.common_cannotConnectToServer(),
        about: m.upload_changesCheckedOnline(),
        duration: 'long',
      })
    void repeatLater()
  }
  /** Checks rows that were edited without a connection. Does nothing until the connection is back. */
  const checkWaitingRows = (): void => {
    const rows = openRows.current.get()?.rows
    const isVerified = getSnapshot().matches({ reviewing: 'verified' })
    const canCheck = connectionState().online && isVerified && !isWaiting
    if (!rows || !canCheck) return
    const ids = rowsToSend(rows, 'toCheck')
    if (ids.every((id) => rows.isChecked(id))) lostChecks = 0
    void check(ids.filter((id) => !checkingRows.get().has(id)))
  }
  return { checkingRows, check, checkWaitingRows }
}
