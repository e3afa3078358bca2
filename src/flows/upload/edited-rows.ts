// Checks only edited rows at the server, so that the other rows keep their results.
import { m } from '#words/messages.js'
import type { UploadSnapshot } from '#machines/upload.ts'
import { findSendableIds } from '#rows/sent.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { notify } from '#services/notices.ts'
import { connectionState } from '#services/server/connection.ts'
import type { OpenRowsHolder } from '#flows/open-rows/open-rows.ts'
import { waitToResend } from '#flows/open-rows/wait-to-resend.ts'
import { checkEditedRows } from './calls.ts'

interface CheckOptions {
  readonly isReadOnly: boolean
  /** Aborted when the wizard is closed. */
  readonly closeSignal: AbortSignal
}

export function createEditedRowChecks(
  openRows: OpenRowsHolder,
  getSnapshot: () => UploadSnapshot,
  { isReadOnly, closeSignal }: CheckOptions,
) {
  const checkingRows: Observable<ReadonlySet<number>> = createObservable<ReadonlySet<number>>(new Set())
  /** How many consecutive checks had no response. */
  let lostCheckCount = 0
  let isWaitingToRepeat = false
  /**
   * Repeats lost checks. If the connection is lost, the checks are repeated once it is back. Otherwise each pause is
   * longer than the pause before.
   */
  const repeatLater = async (): Promise<void> => {
    if (isWaitingToRepeat) return
    isWaitingToRepeat = true
    await waitToResend({ retries: lostCheckCount - 1, onWait: () => undefined, signal: closeSignal })
    isWaitingToRepeat = false
    if (!closeSignal.aborted) checkWaitingRows()
  }
  const check = async (ids: readonly number[]): Promise<void> => {
    const { options, verification, file } = getSnapshot().context
    // Before the first check of all rows, no single row is checked.
    const canCheck = verification !== undefined && connectionState().online && !isReadOnly
    if (!canCheck) return
    const rows = openRows.rows()
    const needsCheck = (id: number) => !rows.isRemoved(id) && !rows.isUnsendable(id) && !rows.isChecked(id)
    const idsToCheck = ids.filter(needsCheck)
    if (idsToCheck.length === 0) return
    checkingRows.set(new Set([...checkingRows.get(), ...idsToCheck]))
    const isReached = await checkEditedRows({
      rows,
      ids: idsToCheck,
      options,
      fileName: file?.name ?? '',
      signal: closeSignal,
    })
    checkingRows.set(new Set([...checkingRows.get()].filter((id) => !idsToCheck.includes(id))))
    if (isReached) {
      lostCheckCount = 0
      return
    }
    lostCheckCount += 1
    // Only the first failure shows a message. The message says that the check is repeated.
    if (lostCheckCount === 1)
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
    const canCheck = connectionState().online && isVerified && !isWaitingToRepeat
    if (!rows || !canCheck) return
    const ids = findSendableIds(rows, 'toCheck')
    if (ids.every((id) => rows.isChecked(id))) lostCheckCount = 0
    void check(ids.filter((id) => !checkingRows.get().has(id)))
  }
  return { checkingRows, check, checkWaitingRows }
}
