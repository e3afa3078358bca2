// The tables of approval rules and signatures for Kysely.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ApprovalRules } from '#domain/approvals/rules.ts'
import type { Json } from './platform-tables.ts'

export interface ApprovalRulesTable {
  id: Generated<number>
  owner_id: number
  rules: Json<ApprovalRules>
  proposed_by: number | null
  proposed_at: Date
  confirmed_by: number | null
  confirmed_at: Date | null
  withdrawn_at: Date | null
}

export interface ApprovalSignatureTable {
  id: GeneratedAlways<number>
  batch_id: number | null
  order_id: number | null
  signed_by: number
  tier: number
  signed_at: Date
  on_behalf_of: ColumnType<number | null, number | null | undefined, never>
  withdrawn_at: ColumnType<Date | null, never, Date>
}

export interface ApprovalChallengeTable {
  nonce: string
  user_id: number
  signed_text: string
  expires_at: Date
  proof_hash: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
}

export interface ApprovalEvidenceTable {
  id: GeneratedAlways<number>
  batch_id: number | null
  order_id: number | null
  signed_by: number
  tier: number
  signed_at: Date
  nonce: string
  signed_text: string
  origin: string
  credential_id: string | null
  public_key: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  authenticator_data: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  client_data: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  signature: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  time_step: number | null
}

export interface ApprovalTables {
  approval_challenge: ApprovalChallengeTable
  approval_evidence: ApprovalEvidenceTable
  approval_rules: ApprovalRulesTable
  approval_signature: ApprovalSignatureTable
}
