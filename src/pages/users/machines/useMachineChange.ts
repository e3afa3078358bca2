// Sends a change from a button of the page: shows its outcome as a notice, and which button waits.
import { useState } from 'react'
import { changeMachine } from '#flows/users/machines.ts'
import { notify } from '#services/notices.ts'

type Method = Parameters<typeof changeMachine>[0]

export function useMachineChange(onDone: () => void) {
  const [waiting, setWaiting] = useState<string>()
  const run = async <M extends Method>(method: M, params: Parameters<typeof changeMachine<M>>[1], id: string) => {
    setWaiting(method + id)
    const result = await changeMachine(method, params)
    setWaiting(undefined)
    notify({ kind: result.ok ? 'success' : 'error', text: result.text })
    if (result.ok) onDone()
    return result
  }
  return { run, isWaiting: (method: Method, id: string) => waiting === method + id }
}
