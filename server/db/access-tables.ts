// The tables of access for Kysely.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Bytes } from './platform-tables.ts'

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

/** Migration 0030. */
export interface WrongPasswordTable {
  id: GeneratedAlways<number>
  name_key: Bytes
  address: string
  user_id: number | null
  at: Date
}

export interface AccessTables {
  access_link: AccessLinkTable
  email_code: EmailCodeTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  wrong_password: WrongPasswordTable
}
