// The tables of the card processor's events for Kysely.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FeedEventType, FeedFault } from '#domain/feed/event-types.ts'
import type { Bytes, Json } from './platform-tables.ts'

export interface FeedKeyTable {
  id: Generated<number>
  owner_id: number
  source: string
  key_hash: Bytes
  created_at: Date
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface FeedEventTable {
  id: Generated<number>
  owner_id: number
  source: string
  event_id: string
  fingerprint: Bytes
  kind: FeedEventType
  at: Date
  received_at: Date
  card_id: number | null
  amount_cents: number | null
  currency: string | null
  thread: string
  original: string
  content: Json<unknown>
  state: 'done' | 'waiting' | 'exception'
  transaction_id: number | null
  fee_transaction_id: number | null
}

export interface FeedExceptionTable {
  id: Generated<number>
  owner_id: number
  source: string
  event_id: string
  fingerprint: Bytes
  fault: FeedFault
  feed_event_id: number | null
  content: Json<unknown>
  found_at: Date
  taken_by: number | null
  taken_at: Date | null
  resolved_by: number | null
  resolved_at: Date | null
  note: Generated<string>
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface FeedTotalTable {
  owner_id: number
  source: string
  day: string
  campaign_id: number
  events: number
  amount_cents: number
  received_at: Date
  ledger_events: Generated<number>
  ledger_cents: Generated<number>
  checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  differs: GeneratedAlways<boolean>
  warned_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface FeedFileTable {
  id: Generated<number>
  owner_id: number
  source: string
  file_name: string
  fingerprint: Bytes
  content: Json<unknown>
  preview: Json<unknown>
  uploaded_by: number
  uploaded_at: Date
  decided_by: ColumnType<number | null, number | null | undefined, number | null>
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  is_posted: Generated<boolean>
  reject_reason: ColumnType<string | null, string | null | undefined, string | null>
}

export interface FeedTables {
  feed_key: FeedKeyTable
  feed_event: FeedEventTable
  feed_exception: FeedExceptionTable
  feed_total: FeedTotalTable
  feed_file: FeedFileTable
}
