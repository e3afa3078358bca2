// The tables for signing in, changes to users, notifications and daily e-mails, for Kysely.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import type { UserChangeType } from '#domain/users/changes.ts'
import type { Bytes, Json } from './platform-tables.ts'

export interface AccessLinkTable {
  token_hash: Bytes
  user_id: number
  kind: 'reset' | 'activation'
  created_at: Date
  expires_at: Date
  used_at: Date | null
  replaced_at: Date | null
}

export interface EmailCodeTable {
  user_id: number
  code_hash: Bytes
  sent_at: Date
  expires_at: Date
  used_at: Date | null
  wrong: Generated<number>
  sends: number
  sends_since: Date
}

export interface RecoveryCodeTable {
  user_id: number
  code_hash: Bytes
  used_at: Date | null
}

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: Bytes
  sign_count: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface PasskeyChallengeTable {
  user_id: number
  purpose: 'registration' | 'login'
  challenge: string
  expires_at: Date
}

export interface UserIdentityTable {
  issuer: string
  subject: string
  user_id: number
  linked_at: Date
}

/** What the company's login said about a user. */
export interface ProviderClaims {
  readonly subject: string
  readonly email?: string | undefined
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
  readonly acr?: string | undefined
  readonly amr: readonly string[]
}

export interface ProviderLoginTable {
  state_hash: Bytes
  browser_hash: Bytes
  issuer: string
  nonce: string
  verifier: string
  started_at: Date
  expires_at: Date
  answered_at: Date | null
  refusal: string | null
  user_id: number | null
  is_first: Generated<boolean>
  is_test: Generated<boolean>
  has_factor: Generated<boolean>
  provider_sid: string | null
  id_token: string | null
  claims: Json<ProviderClaims> | null
  ticket_hash: Bytes | null
}

export interface ProviderLogoutTable {
  issuer: string
  jti_hash: Bytes
  expires_at: Date
}

export interface WrongPasswordTable {
  id: GeneratedAlways<number>
  name_key: Bytes
  address: string
  user_id: number | null
  at: Date
}

export interface UserChangeTable {
  id: GeneratedAlways<number>
  user_id: number
  changed_by: number | null
  machine_id: number | null
  changed_at: Date
  kinds: UserChangeType[]
  facts: Json<{ readonly before: AuditValues; readonly after: AuditValues }>
  held_until: Date | null
  permissions_before: string[]
  campaigns_before: number[] | null
  keeps: string[]
  ends_before: ColumnType<Date | null, Date | null | undefined, never>
  closed_at: Date | null
  closed_by: number | null
}

export interface CardNumberCountTable {
  user_id: number
  counter: 'given' | 'unknown'
  since: Date
  numbers: number
}

export interface DigestEventTable {
  id: Generated<number>
  user_id: number
  at: Date
  /** A mail of server/mail/messages.ts, without its recipient. */
  mail: ColumnType<Record<string, unknown>, string, never>
}

export interface NoticeChannelTable {
  token_hash: Bytes
  user_id: number
  session_id: string
  expires_at: Date
  push_endpoint: string | null
}

export interface MachineUserTable {
  id: number
  key_hash: Bytes
  key_start: string
  scopes: string[]
  /** Networks as 'address/prefix'. */
  addresses: string[]
  calls_per_minute: number
  created_by: number
  created_at: Date
  confirmed_at: Date | null
  confirmed_by: number | null
  ends_at: Date
  last_used_at: Date | null
  last_used_from: Generated<string>
  unused_since: Date
  warned_at: Date | null
}

export interface AccessTables {
  machine_user: MachineUserTable
  user_change: UserChangeTable
  access_link: AccessLinkTable
  email_code: EmailCodeTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  user_identity: UserIdentityTable
  provider_login: ProviderLoginTable
  provider_logout: ProviderLogoutTable
  wrong_password: WrongPasswordTable
  card_number_count: CardNumberCountTable
  notice_channel: NoticeChannelTable
  digest_event: DigestEventTable
}
