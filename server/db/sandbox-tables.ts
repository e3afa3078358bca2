// The tables of a sandbox for Kysely.
import type { ColumnType, Generated } from 'kysely'

export interface SandboxTable {
  single: Generated<boolean>
  client: ColumnType<string, string, never>
  programme: string
  clock_at: Date
  real_at: Date
  rate: Generated<number>
}

export interface SandboxRunTable {
  id: Generated<number>
  kind: string
  has_failed: boolean
  at: Date
}

export interface SandboxTables {
  sandbox: SandboxTable
  sandbox_run: SandboxRunTable
}
