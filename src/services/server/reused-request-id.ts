// The requestId of a user action, for actions with a password, in memory only. It stays the same while the parameters
// are the same, so that a lost response can be requested again. Other parameters get a new id.
import { newRequestId } from './request-id.ts'

export interface ReusedRequestId {
  /** The id for these parameters. */
  idOf: (params: object) => string
  /** Called when the action has ended: deletes its id. */
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
