// The contract as one table: every operation by its wire name, what holds of it (facts.ts) together with its parameters and its
// answer. Dispatch, permission, validation, idempotency and the portal's typed calls all follow from it; nothing states an
// operation a second time. The portal takes types from here and nothing else: the schemas are the host's.
import type * as z from 'zod'
import type { Permission } from '#domain/access/permissions.ts'
import { accessOperations } from './access.ts'
import { batchOperations } from './batches.ts'
import { cardActionOperations } from './card-actions.ts'
import { cardOperations } from './cards.ts'
import { type Facts, facts, type Method, type OperationFacts } from './facts.ts'
import { merchantOperations } from './merchants.ts'
import { orderOperations } from './orders.ts'
import { overviewOperations } from './overview.ts'
import { reportOperations } from './reports.ts'
import { userOperations } from './users.ts'

/** Who makes the call. */
interface Caller {
  readonly userId: string
}

interface Schemas {
  readonly params: z.ZodType
  readonly result: z.ZodType
  /**
   * The permission that these parameters need, where it depends on them; undefined where they do not say. Called before the
   * parameters are checked, so that nobody learns about parameters of an operation that is not theirs.
   */
  readonly permissionOf?: (given: Readonly<Record<string, unknown>>, caller: Caller) => Permission | undefined
}

/** What each row of the facts asks of its schemas: the parameter it is keyed by. */
type SchemasFor<F extends OperationFacts> = Schemas &
  (F['keyedBy'] extends string ? { readonly params: z.ZodType<Record<F['keyedBy'], string>> } : unknown)

const schemas = {
  ...accessOperations,
  ...cardOperations,
  ...cardActionOperations,
  ...batchOperations,
  ...orderOperations,
  ...merchantOperations,
  ...userOperations,
  ...reportOperations,
  ...overviewOperations,
} satisfies { readonly [M in Method]: SchemasFor<Facts[M]> }

/** One row of the contract, whichever it is. */
export type Operation = OperationFacts & Schemas
export type Operations = { readonly [M in Method]: Facts[M] & (typeof schemas)[M] }

export const operations = Object.fromEntries(
  Object.entries(facts).map(([method, row]) => [method, { ...row, ...schemas[method as Method] }]),
) as Operations

/** Parameters as the caller gives them, without the token that the request layer adds. */
export type Params<M extends Method> = z.output<Operations[M]['params']>
/** The answer beside resultCode and resultText. */
export type Result<M extends Method> = z.output<Operations[M]['result']>
