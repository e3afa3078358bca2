// The requestId of an action whose parameters must not be stored, such as a password. The id is only in memory. The id
// stays the same as long as the parameters stay the same. If a response is lost, the same request can therefore be sent
// again.
import type { ChangingMethod } from '#contract/methods.ts'
import type { Params } from '#contract/operations.ts'
import { newRequestId } from './request-id.ts'

/** The parameters of a change, except its requestId. */
export type ParamsWithoutId<M extends ChangingMethod> = Omit<Params<M>, 'requestId'>

/** The complete parameters. The cast is needed, because TypeScript cannot undo an `Omit` of a type parameter. */
export const withRequestId = <M extends ChangingMethod>(params: ParamsWithoutId<M>, requestId: string): Params<M> =>
  ({ ...params, requestId }) as unknown as Params<M>

export interface ReusedRequestId {
  /** The id for these parameters. A new id if the parameters differ from those of the last call. */
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
