// The contract as one table: every operation by its wire name. Dispatch, permission, validation, idempotency and the portal's
// typed calls all follow from it; nothing states an operation a second time.
import type * as z from 'zod'
import { accessOperations } from './access.ts'
import { batchOperations } from './batches.ts'
import { cardActionOperations } from './card-actions.ts'
import { cardOperations } from './cards.ts'
import { overviewOperations } from './overview.ts'

export const operations = {
  ...accessOperations,
  ...cardOperations,
  ...cardActionOperations,
  ...batchOperations,
  ...overviewOperations,
}

export type Operations = typeof operations
export type Method = keyof Operations

/** Parameters as the caller gives them, without the token that the request layer adds. */
export type Params<M extends Method> = z.output<Operations[M]['params']>
/** The answer beside resultCode and resultText. */
export type Result<M extends Method> = z.output<Operations[M]['result']>

type MethodsWith<Shape> = { [M in Method]: Operations[M] extends Shape ? M : never }[Method]
export type OpenMethod = MethodsWith<{ open: true }>
/** Changes that need a session; those made by a mailed link are open methods and carry their requestId too. */
export type ChangingMethod = MethodsWith<{ open: false; changes: true }>
export type ReadingMethod = MethodsWith<{ open: false; changes: false }>
/** Reading methods whose last answer may be shown offline. */
export type KeptMethod = MethodsWith<{ offline: 'kept' }>

export const isMethod = (name: string): name is Method => Object.hasOwn(operations, name)
