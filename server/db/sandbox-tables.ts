// The tables of a sandbox for Kysely.
import type { ColumnType, Generated } from 'kysely'

export interface SandboxTable {
  single: Generated<boolean>
  client: ColumnType<string, string, never>
  programme: string
  clock_at: Date
  real_at: Date
  rate: Generated<number>
  processor_down: Generated<boolean>
}

export interface SandboxRunTable {
  id: Generated<number>
  kind: string
  has_failed: boolean
  at: Date
}

export interface SandboxEventTable {
  id: Generated<number>
  content: unknown
}

export interface SandboxTables {
  sandbox: SandboxTable
  sandbox_event: SandboxEventTable
  sandbox_run: SandboxRunTable
}
