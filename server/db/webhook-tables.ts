// The tables of webhooks for Kysely.
import type { ColumnType, Generated } from 'kysely'
import type { Bytes } from './platform-tables.ts'

type NullableBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>

export interface WebhookEndpointTable {
  id: Generated<number>
  owner_id: number
  url: string
  events: string[]
  secret_cipher: Bytes
  previous_secret_cipher: NullableBytes
  previous_until: Date | null
  created_by: number
  created_at: Date
  confirmed_at: Date | null
  confirmed_by: number | null
  disabled_at: Date | null
  disabled_reason: 'gone' | 'failing' | null
  deleted_at: Date | null
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  endpoint_id: number
  message_id: string
  type: string
  payload: string
  created_at: Date
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  next_at: Date | null
}

export interface WebhookAttemptTable {
  id: Generated<number>
  delivery_id: number
  at: Date
  ms: number
  status: number | null
  answer: string
}

export interface WebhookTables {
  webhook_endpoint: WebhookEndpointTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
}
