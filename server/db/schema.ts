// Every table of the database for Kysely.
import type { AccessTables } from './access-tables.ts'
import type { ApprovalTables } from './approval-tables.ts'
import type { FeedTables } from './feed-tables.ts'
import type { FundingTables } from './funding-tables.ts'
import type { OrdersTables } from './orders-tables.ts'
import type { PlatformTables } from './platform-tables.ts'
import type { ProgrammeTables } from './programme-tables.ts'
import type { ReportsTables } from './reports-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export interface Schema
  extends
    PlatformTables,
    ProgrammeTables,
    AccessTables,
    ApprovalTables,
    OrdersTables,
    FeedTables,
    FundingTables,
    ReportsTables,
    SandboxTables,
    WebhookTables {}
