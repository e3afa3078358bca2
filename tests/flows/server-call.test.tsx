// The hook of a form with one call: it sends one call at a time, keeps the outcome, and cancels the call with the page.
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useServerCall } from '#flows/server-call.ts'

/** Calls that the test ends. */
function controlledCalls() {
  const calls: { input: string; signal: AbortSignal; end: (outcome: { kind: string }) => void; fail: () => void }[] = []
  const call = (input: string, signal: AbortSignal) =>
    new Promise<{ kind: string }>((resolve, reject) => {
      calls.push({ input, signal, end: resolve, fail: () => reject(new Error('in the browser')) })
    })
  return { calls, call }
}

it('sends nothing while a call is pending, and keeps the outcome until the next call', async () => {
  const { calls, call } = controlledCalls()
  const { result } = renderHook(() => useServerCall(call))
  expect(result.current).toMatchObject({ isPending: false, lastCall: undefined })
  act(() => void result.current.send('first'))
  act(() => void result.current.send('second'))
  await waitFor(() => expect(result.current).toMatchObject({ isPending: true, outcome: undefined }))
  calls[0]?.end({ kind: 'refused' })
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, outcome: { kind: 'refused' } }))
  act(() => void result.current.send('third'))
  await waitFor(() => expect(result.current).toMatchObject({ isPending: true, outcome: undefined }))
  await expect.poll(() => calls.map(({ input }) => input)).toEqual(['first', 'third'])
})

it('a call that fails in the browser has an outcome, and can be sent again', async () => {
  const { calls, call } = controlledCalls()
  const { result } = renderHook(() => useServerCall(call))
  act(() => void result.current.send('first'))
  calls[0]?.fail()
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, outcome: { kind: 'failed' } }))
  act(() => void result.current.send('again'))
  await expect.poll(() => calls).toHaveLength(2)
})

it('cancels the call when the user leaves the page', async () => {
  const { calls, call } = controlledCalls()
  const { result, unmount } = renderHook(() => useServerCall(call))
  const sent = result.current.send('first')
  unmount()
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.end({ kind: 'done' })
  expect(await sent).toBeUndefined()
})
