// The call of a form to the server. Only one call runs at a time. Its outcome is kept until the form is sent again.
// Leaving the page cancels the call.
import { useCallback, useEffect, useRef, useState } from 'react'

/** The call has failed in this browser, so its outcome is unknown. */
interface CallFailure {
  readonly kind: 'failed'
}

/** What was sent last, and how it ended. `outcome` is undefined while the call is pending. */
interface LastCall<Input, Outcome> {
  readonly input: Input
  readonly outcome?: Outcome | CallFailure | undefined
}

/** `earlier`: the call with which the form starts, e.g. after a reload. */
export function useServerCall<Input, Outcome>(
  call: (input: Input, signal: AbortSignal) => Promise<Outcome>,
  earlier?: LastCall<Input, Outcome>,
) {
  const [lastCall, setLastCall] = useState(earlier)
  const running = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [],
  )
  /** Returns undefined if nothing was sent, because another call is pending, or if the user has left the page. */
  const send = useCallback(
    async (input: Input): Promise<Outcome | CallFailure | undefined> => {
      if (running.current) return undefined
      const controller = new AbortController()
      running.current = controller
      setLastCall({ input })
      const outcome = await call(input, controller.signal).catch((): CallFailure => ({ kind: 'failed' }))
      if (controller.signal.aborted) return undefined
      running.current = undefined
      setLastCall({ input, outcome })
      return outcome
    },
    [call],
  )
  const outcome = lastCall?.outcome
  return { send, lastCall, outcome, isPending: lastCall !== undefined && !outcome }
}
