// Checks only edited rows at the server, so that the other rows keep their results.
import { m } from '#words/messages.js'
import type { UploadSnapshot } from '#machines/upload.ts'
import { rowsToSend } from '#rows/sent.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { notify } from '#services/notices.ts'
import { connectionState } from '#services/server/connection.ts'
import type { createOpenRows } from '../rows/open-rows.ts'
import { checkRowsIndividually } from './calls.ts'

/** `ended`: a signal that is aborted when the wizard is closed. */
export function createEditedRowChecks(
  open: ReturnType<typeof createOpenRows>,
  snapshot: () => UploadSnapshot,
  isReadOnly: boolean,
  ended: AbortSignal,
) {
  /** Rows that are being checked. */
  const checking: Observable<ReadonlySet<number>> = createObservable<ReadonlySet<number>>(new Set())
  const request = async (ids: readonly number[]): Promise<void> => {
    const { options, verification, file } = snapshot().context
    if (verification === undefined || !connectionState().online || isReadOnly) return
    const rows = open.rows()
    const request = ids.filter((id) => !rows.isRemoved(id) && !rows.isUnsendable(id) && !rows.isChecked(id))
    if (request.length === 0) return
    checking.set(new Set([...checking.get(), ...request]))
    const isReached = await checkRowsIndividually(rows, request, options, file?.name ?? '', ended)
    if (!isReached)
      notify({
        kind: 'error',
        text: m.common_cannotConnectToServer(),
        about: m.upload_changedRowsWait(),
        duration: 'long',
      })
    checking.set(new Set([...checking.get()].filter((id) => !request.includes(id))))
  }
  return {
    checking,
    request,
    /** Rows that were edited without a connection are checked when it is back. */
    checkWaiting(): void {
      const rows = open.current.get()?.rows
      if (!rows || !connectionState().online || !snapshot().matches({ reviewing: 'verified' })) return
      void request(rowsToSend(rows, 'toCheck').filter((id) => !checking.get().has(id)))
    },
  }
}
