// Checks only edited rows at the server, so that the other rows keep their results.
import { m } from '#words/messages.js'
import type { UploadSnapshot } from '#machines/upload.ts'
import { rowsToSend } from '#rows/sent.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { notify } from '#services/notices.ts'
import { connectionState } from '#services/server/connection.ts'
import type { createOpenRows } from '../rows/open-rows.ts'
import { checkRowsIndividually } from './calls.ts'

/** `closeSignal` is aborted when the wizard is closed. */
export function createEditedRowChecks(
  openRows: ReturnType<typeof createOpenRows>,
  getSnapshot: () => UploadSnapshot,
  isReadOnly: boolean,
  closeSignal: AbortSignal,
) {
  const checkingRows: Observable<ReadonlySet<number>> = createObservable<ReadonlySet<number>>(new Set())
  const check = async (ids: readonly number[]): Promise<void> => {
    const { options, verification, file } = getSnapshot().context
    if (verification === undefined || !connectionState().online || isReadOnly) return
    const rows = openRows.rows()
    const idsToCheck = ids.filter((id) => !rows.isRemoved(id) && !rows.isUnsendable(id) && !rows.isChecked(id))
    if (idsToCheck.length === 0) return
    checkingRows.set(new Set([...checkingRows.get(), ...idsToCheck]))
    const isReached = await checkRowsIndividually(rows, idsToCheck, options, file?.name ?? '', closeSignal)
    if (!isReached)
      notify({
        kind: 'error',
        text: m.common_cannotConnectToServer(),
        about: m.upload_changesCheckedOnline(),
        duration: 'long',
      })
    checkingRows.set(new Set([...checkingRows.get()].filter((id) => !idsToCheck.includes(id))))
  }
  return {
    checkingRows,
    check,
    /** Checks rows that were edited without a connection. Does nothing until the connection is back. */
    checkWaitingRows(): void {
      const rows = openRows.current.get()?.rows
      if (!rows || !connectionState().online || !getSnapshot().matches({ reviewing: 'verified' })) return
      void check(rowsToSend(rows, 'toCheck').filter((id) => !checkingRows.get().has(id)))
    },
  }
}
