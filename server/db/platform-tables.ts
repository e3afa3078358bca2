// The tables of users, sessions and the platform for Kysely. Ids are numbers (an int8 above 2^53 is refused), dates are
// 'yyyy-mm-dd', instants are Date, bytea is Buffer, and numeric is a string.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Change } from '#server/audit/audit-fields.ts'

/** Can be written as any byte array. Is read as a Buffer. */
export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>
/** Is written as JSON text, because an array would become an SQL array. Is read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>

export interface OwnerTable {
  id: number
  name: string
  reveal_reset_email: Generated<boolean>
  /** True for the owners of the demo programme. */
  is_demo: Generated<boolean>
}

export interface UserGroupTable {
  id: Generated<number>
  owner_id: number
  name: string
  permissions: string[]
  /** Null means all campaigns. */
  campaign_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
  /** The end of the group's last day. Null means no end. */
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** The values of a group that a change replaces, named like its columns. */
export interface GroupValues {
  readonly name: string
  readonly permissions: readonly string[]
  readonly campaign_ids: readonly number[] | null
  /** An ISO 8601 instant. */
  readonly ends_at: string | null
}

export interface GroupChangeTable {
  id: GeneratedAlways<number>
  owner_id: number
  group_id: number | null
  /** Null for a new group. */
  before: Json<GroupValues> | null
  /** Null if the group is deleted. */
  after: Json<GroupValues> | null
  needs_two: boolean
  proposed_by: number
  proposed_at: Date
  confirmed_by: number | null
  applied_at: Date | null
  withdrawn_at: Date | null
}

export interface UserAccountTable {
  id: Generated<number>
  owner_id: number
  kind: Generated<'person' | 'machine'>
  username: string
  firstname: string
  lastname: string
  email: string
  /** Null for a machine user. */
  group_id: number | null
  password_hash: string | null
  activated_at: Date | null
  locked_at: Date | null
  locked_until: Date | null
  failed_attempts: Generated<number>
  code_failures: Generated<number>
  password_changed_at: Date | null
  second_factor: Generated<'none' | 'app' | 'email'>
  second_factor_secret: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  second_factor_enrolled_at: Date | null
  second_factor_step: number | null
  draft_key: Bytes
  created_at: Date
  last_login_at: Date | null
  deleted_at: Date | null
  second_factor_offer: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  second_factor_offer_until: Date | null
  second_factor_before: 'none' | 'email' | null
  mails_off: Generated<string[]>
  mails_daily: Generated<boolean>
  locked_by: 'directory' | 'disuse' | null
  ends_at: Date | null
  unused_since: Date | null
  unused_warned_at: Date | null
  external_id: string | null
  /** A BCP 47 tag. Null until the user chooses one. */
  language: string | null
  /** Null means all campaigns. */
  campaign_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
}

export interface UserSessionTable {
  jti: string
  user_id: number
  created_at: Date
  last_active_at: Date
  expires_at: Date
  ended_at: Date | null
  /** When the user last entered the password again. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** 'Chrome/Windows'. '' if unknown. */
  device: Generated<string>
  address: Generated<string>
  issuer: ColumnType<string | null, string | null | undefined, string | null>
  provider_sid: ColumnType<string | null, string | null | undefined, string | null>
  id_token: ColumnType<string | null, string | null | undefined, string | null>
}

export interface RequestAnswerTable {
  id: Generated<number>
  /** Either the user or the mailed link is set. */
  user_id: number | null
  link_hash: ColumnType<Buffer | null, Uint8Array | null | undefined, never>
  method: string
  request_id: string
  params_hash: Bytes
  answer: ColumnType<unknown, string | null | undefined, string>
  created_at: Date
}

export interface AuditEventTable {
  id: Generated<number>
  at: Date
  user_id: number | null
  owner_id: number | null
  method: string
  subject_type: string | null
  subject_id: string | null
  result_code: string
  correlation_id: string
  request_id: string | null
  by_programme: Generated<boolean>
  changes: ColumnType<Change[] | null, string | null | undefined, never>
  refusal: string | null
  address: Generated<string>
  device: Generated<string>
  run_by: string | null
}

export interface AuditLinkTable {
  position: number
  event_id: number
  chained_at: Date
  generation: number
  hash: Bytes
}

export interface AuditAnchorTable {
  position: number
  hash: Bytes
  generation: number
  mac: Bytes
  pruned_at: Date
}

export interface JobTable {
  id: Generated<number>
  owner_id: number | null
  kind: string
  payload: Json<unknown>
  singleton_key: string | null
  run_at: Date
  attempts: Generated<number>
  leased_until: Date | null
  lease: string | null
  created_at: Date
}

export interface PlatformTables {
  owner: OwnerTable
  user_group: UserGroupTable
  group_change: GroupChangeTable
  user_account: UserAccountTable
  user_session: UserSessionTable
  request_answer: RequestAnswerTable
  audit_event: AuditEventTable
  audit_link: AuditLinkTable
  audit_anchor: AuditAnchorTable
  job: JobTable
}
