// Sends a change when the user presses a button of a page. A notice shows the outcome, and the button shows that it
// waits.
import { useState } from 'react'
import type { Params } from '#contract/operations.ts'
import { sendAdminChange, type AdminMethod } from '#flows/users/machines.ts'
import { notify } from '#services/notices.ts'

/** `onDone`: called after a success. */
export function useButtonChange(onDone: () => void) {
  // The operation and the id of the button that waits.
  const [waitingKey, setWaitingKey] = useState<string>()
  /** `id`: the id of the changed item, to identify its button. */
  const run = async <M extends AdminMethod>(method: M, params: Omit<Params<M>, 'requestId'>, id: string) => {
    setWaitingKey(method + id)
    const result = await sendAdminChange(method, params)
    setWaitingKey(undefined)
    notify({ kind: result.ok ? 'success' : 'error', text: result.text })
    if (result.ok) onDone()
    return result
  }
  return { run, isWaiting: (method: AdminMethod, id: string) => waitingKey === method + id }
}
