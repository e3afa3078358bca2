// The handlers of all routes of /v1. A route without a handler does not compile.
import { batchRoutes } from './batches.ts'
import { cardRoutes } from './cards.ts'
import { feedRoutes } from './feed.ts'
import { fundingRoutes } from './funding.ts'
import { orderRoutes } from './orders.ts'
import type { RestHandlers } from './rest-call.ts'

export const restHandlers: RestHandlers = {
  ...batchRoutes,
  ...orderRoutes,
  ...cardRoutes,
  ...feedRoutes,
  ...fundingRoutes,
}
