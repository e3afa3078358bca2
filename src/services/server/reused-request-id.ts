// The requestId of a user action: the same while the parameters are the same, so that a lost answer can be asked for
// again; a new one for other parameters. In memory only, for actions with a password.
import { newRequestId } from './request-id.ts'

export interface ReusedRequestId {
  /** The id for these parameters. */
  idOf: (params: object) => string
  /** The action has ended: forgets its id. */
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
