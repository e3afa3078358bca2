// The handlers of all operations. An operation without a handler does not compile.
import { accessHandlers } from './access/handlers.ts'
import { batchHandlers } from './batches/handlers.ts'
import { cardHandlers } from './cards/handlers.ts'
import { columnHandlers } from './columns/handlers.ts'
import { feedHandlers } from './feed/handlers.ts'
import { fundingHandlers } from './funding/handlers.ts'
import type { Handlers } from './operations/context.ts'
import { merchantHandlers } from './merchants/sign-up.ts'
import { orderHandlers } from './orders/handlers.ts'
import { findThings } from './overview/find-things.ts'
import { noticesWaiting } from './overview/notices-waiting.ts'
import { overview } from './overview/overview.ts'
import { reportHandlers } from './reports/handlers.ts'
import { sandboxHandlers } from './sandbox/handlers.ts'
import { ssoHandlers } from './sso/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { webhookHandlers } from './webhooks/endpoints.ts'

export const handlers: Handlers = {
  ...accessHandlers,
  ...ssoHandlers,
  ...cardHandlers,
  ...batchHandlers,
  ...columnHandlers,
  ...feedHandlers,
  ...orderHandlers,
  ...fundingHandlers,
  ...userHandlers,
  ...webhookHandlers,
  ...merchantHandlers,
  ...reportHandlers,
  ...sandboxHandlers,
  findThings,
  overview,
  noticesWaiting,
}
