// The contract as one table: every operation by name, with its properties (methods.ts), parameters and result. Dispatch,
// permission, validation, idempotency and the portal's typed calls all use this table. The portal imports only types
// from here, because only the server needs the schemas.
import type * as z from 'zod'
import type { Permission } from '#domain/access/permissions.ts'
import { accessOperations } from './access.ts'
import { approvalOperations } from './approvals.ts'
import { batchOperations } from './batches.ts'
import { cardActionOperations } from './card-actions.ts'
import { cardOperations } from './cards.ts'
import { type Methods, methods, type Method, type MethodInfo } from './methods.ts'
import { feedOperations } from './feed.ts'
import { fundingPaymentOperations } from './funding-payments.ts'
import { machineOperations } from './machines.ts'
import { merchantOperations } from './merchants.ts'
import { orderOperations } from './orders.ts'
import { overviewOperations } from './overview.ts'
import { reportOperations } from './reports.ts'
import { sandboxOperations } from './sandbox.ts'
import { sharedColumnsOperations } from './shared-columns.ts'
import { userOperations } from './users.ts'
import { webhookOperations } from './webhooks.ts'

/** The user who makes the call. */
interface Caller {
  readonly userId: string
}

interface Schemas {
  readonly params: z.ZodType
  readonly result: z.ZodType
  /**
   * The permission that a call with these parameters needs. Undefined if the parameters do not matter. Checked before
   * the parameters are validated, so that users learn nothing about the parameters of an operation that they cannot
   * call.
   */
  readonly permissionOf?: (params: Readonly<Record<string, unknown>>, caller: Caller) => Permission | undefined
}

/** The schemas of an operation. The parameters of an operation with `keyedBy: 'token'` must include a text `token`. */
type SchemasFor<Info extends MethodInfo> = Schemas &
  (Info['keyedBy'] extends string ? { readonly params: z.ZodType<Record<Info['keyedBy'], string>> } : unknown)

const schemas = {
  ...accessOperations,
  ...cardOperations,
  ...cardActionOperations,
  ...batchOperations,
  ...orderOperations,
  ...feedOperations,
  ...fundingPaymentOperations,
  ...merchantOperations,
  ...sharedColumnsOperations,
  ...userOperations,
  ...approvalOperations,
  ...machineOperations,
  ...webhookOperations,
  ...reportOperations,
  ...overviewOperations,
  ...sandboxOperations,
} satisfies { readonly [M in Method]: SchemasFor<Methods[M]> }

/** Any row of the contract. */
export type Operation = MethodInfo & Schemas
export type Operations = { readonly [M in Method]: Methods[M] & (typeof schemas)[M] }

// Both tables have the same names. The type of `Object.fromEntries` does not contain the names.
export const operations = Object.fromEntries(
  Object.entries(methods).map(([method, row]) => [method, { ...row, ...schemas[method as Method] }]),
) as unknown as Operations

/** Parameters that the caller passes. The token is added to each request. */
export type Params<M extends Method> = z.output<Operations[M]['params']>
/** The result without resultCode and resultText. */
export type Result<M extends Method> = z.output<Operations[M]['result']>
