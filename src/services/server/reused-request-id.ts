// The requestId of an action whose parameters must not be stored, such as a password. The id is in memory only. It
// stays the same while the parameters are the same, so that a lost response can be requested again.
import { newRequestId } from './request-id.ts'

export interface ReusedRequestId {
  /** The id for these parameters: a new one, unless they are the same as the last time. */
  idOf: (params: object) => string
  /** Deletes the id. Called when the outcome of the action is known. */
  forget: () => void
}

export function createReusedRequestId(): ReusedRequestId {
  let last: { readonly key: string; readonly id: string } | undefined
  return {
    idOf(params) {
      const key = JSON.stringify(params)
      if (last?.key !== key) last = { key, id: newRequestId() }
      return last.id
    },
    forget: () => {
      last = undefined
    },
  }
}
