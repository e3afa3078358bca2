// The requestId of what a user means to do: the same as long as it is the same, so that a lost answer can be asked for again; a
// new one for something else (contract "The wire"). Kept in memory alone where what is meant holds a password.
import { newRequestId } from './request-id.ts'

export interface KeptId {
  /** The id for these parameters. */
  idOf: (params: object) => string
  /** It has come to its end: nothing of it is kept. */
  forget: () => void
}

export function createKeptId(): KeptId {
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
