// The tables of orders for Kysely.
import type { ColumnType, Generated } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { Json } from './platform-tables.ts'

export interface CardOrderTable {
  id: Generated<number>
  owner_id: number
  currency: string
  kind: OrderType
  campaign_id: number
  quotation_number: Generated<string>
  plastic_id: Generated<string>
  design_id: Generated<string>
  original_name: string
  fingerprint: string
  duplicate_reason: string | null
  row_count: number
  amount_cents: number
  fee_cents: number
  issue_fee_cents: number
  ordered_by: number
  /** Set by a trigger. */
  key_made_by: ColumnType<number | null, never, never>
  approval_terms: ColumnType<ApprovalTerms | null, string | null | undefined, never>
  ordered_at: Date
  final_at: Date | null
  approved_by: number | null
  approved_at: Date | null
  rejected_by: number | null
  rejected_at: Date | null
  reject_reason: string | null
  cancelled_at: Date | null
  cancelled_by: number | null
  cancel_reason: string | null
  retry_requested_by: number | null
  retry_requested_at: Date | null
  begun_at: Date | null
  run_started_at: Date | null
  processed_at: Date | null
  issued_count: Generated<number>
  failed_count: Generated<number>
  issued_amount_cents: Generated<number>
  issued_fee_cents: Generated<number>
  producer_file_name: string | null
  fetched_by: number | null
  fetched_at: Date | null
  fetched_request: string | null
}

export interface CardOrderRowTable {
  order_id: number
  row_no: number
  /** The row's texts by field name. The amounts have separate columns. */
  fields: Json<Readonly<Record<string, string>>>
  load_cents: number
  fee_cents: number
  state: Generated<'waiting' | 'issued' | 'failed' | 'cancelled'>
  /** Why a row failed (server/stored-text.ts). '' for the other states. */
  result_text: Generated<string>
  card_id: number | null
  issued_at: Date | null
}

/** A message that tells the holder that a new card is ready, with the progress of sending it. */
export interface CardNotificationTable {
  card_id: number
  number: string
  created_at: Date
  attempts: Generated<number>
  taken_until: Date | null
  sent_at: Date | null
  given_up_at: Date | null
  refusal: Generated<string>
}

export interface OrdersTables {
  card_notification: CardNotificationTable
  card_order: CardOrderTable
  card_order_row: CardOrderRowTable
}
