// What one row of the contract says: parameters, result, who may ask, whether it changes anything, whether its last answer
// may be read offline. The host dispatches, authorises and validates by these rows; the portal's typed calls follow from them.
import type * as z from 'zod'
import type { Permission } from '#domain/access/permissions.ts'

/** A permission, any one of several, or one that depends on the parameters (contract: "of the batch type"). */
export type Required<P> = Permission | readonly Permission[] | ((params: P) => Permission)

export interface OperationSpec {
  readonly params: z.ZodType
  readonly result: z.ZodType
  /** True: answered without a session. */
  readonly open: boolean
  /** True: takes `requestId`, runs in one transaction with its stored answer and its audit row. */
  readonly changes: boolean
  /** Of an open change: what stands for the caller, so that the requestId is kept under it (the secret of a mailed link). */
  readonly keyedBy: ((params: never) => string) | undefined
  /** 'kept': the portal may show the last answer, with its age, when the host cannot be reached. */
  readonly offline: 'kept' | 'never'
  /** True: the portal asks by itself from time to time; it does not count as the user's activity. */
  readonly polls: boolean
  readonly permission: Required<never> | 'signedIn' | 'none'
  /** The code of success; '0' but for `devalueCard`. */
  readonly successCode: string
}

interface Common<P extends z.ZodType, R extends z.ZodType> {
  params: P
  result: R
}

/** A call answered without a token. */
export const open = <P extends z.ZodType, R extends z.ZodType>(spec: Common<P, R>) => ({
  ...spec,
  open: true as const,
  changes: false as const,
  keyedBy: undefined,
  offline: 'never' as const,
  polls: false as const,
  permission: 'none' as const,
  successCode: '0',
})

/**
 * A change made without a token, by whoever holds a mailed link: carries a requestId too, kept under what `keyedBy` takes
 * from the parameters (contract savePassword, activateUser).
 */
export const openChanges = <P extends z.ZodType, R extends z.ZodType>(
  spec: Common<P, R> & { keyedBy: (params: z.output<P>) => string },
) => ({
  ...spec,
  open: true as const,
  changes: true as const,
  offline: 'never' as const,
  polls: false as const,
  permission: 'none' as const,
  successCode: '0',
})

/** A question: changes nothing, needs a session and, where named, a permission. */
export const reads = <P extends z.ZodType, R extends z.ZodType, O extends 'kept' | 'never' = 'never'>(
  spec: Common<P, R> & { permission?: Required<z.output<P>>; offline?: O; polls?: boolean },
) => ({
  ...spec,
  open: false as const,
  changes: false as const,
  keyedBy: undefined,
  offline: (spec.offline ?? 'never') as O,
  polls: spec.polls ?? false,
  permission: spec.permission ?? ('signedIn' as const),
  successCode: '0',
})

/** A change: carries the requestId that makes it happen once. */
export const changes = <P extends z.ZodType, R extends z.ZodType>(
  spec: Common<P, R> & { permission?: Required<z.output<P>>; successCode?: string },
) => ({
  ...spec,
  open: false as const,
  changes: true as const,
  keyedBy: undefined,
  offline: 'never' as const,
  polls: false as const,
  permission: spec.permission ?? ('signedIn' as const),
  successCode: spec.successCode ?? '0',
})
