// The tables of the programme for Kysely. Amounts are integers of minor units. All other types are as described in
// platform-tables.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredBatchType } from '#domain/batch/types.ts'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { CardEventType } from '#domain/cards/history.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { CardTransactionType } from '#domain/cards/transactions.ts'
import type { Language } from '#domain/texts/languages.ts'
import type { RowTypeName } from '#domain/row-types.ts'
import type { SharedColumn } from '#domain/rows/shared-columns.ts'
import type { StatusTimes } from './card-statuses.ts'
import type { Bytes, Json } from './platform-tables.ts'

type NullableBytes = Bytes | null

export interface ProgrammeTable {
  owner_id: number
  currency: string
  symbol: string
}

export interface CampaignTable {
  id: Generated<number>
  owner_id: number
  name: string
  currency: string
  symbol: string
  ica: string
  virtual: Generated<boolean>
  requires_pin: Generated<boolean>
  pin_length: Generated<number>
  kyc_required: Generated<boolean>
  load_min_cents: number
  load_max_cents: number
  voucher_max_cents: number
  closed_at: Date | null
  card_prefix: string | null
  validity_months: Generated<number>
  hold_days: Generated<number>
}

/** Names by language, where they differ from the main name. */
export type NamesByLanguage = Readonly<Partial<Record<Language, string>>>

export interface FeeTypeTable {
  id: number
  name: string
  names: ColumnType<NamesByLanguage, string | undefined, string>
  charge_cents: Generated<number>
}

export interface CampaignFeeTable {
  campaign_id: number
  fee_type_id: number
  charge_cents: number
}

export interface StopReasonTable {
  id: number
  short: string
  names: ColumnType<NamesByLanguage, string | undefined, string>
}

export interface CardTable extends StatusTimes {
  id: Generated<number>
  owner_id: number
  campaign_id: number
  pan_cipher: Bytes
  pan_hash: Bytes
  pan_prefix_hash: Bytes
  pan_masked: string
  tracking_number: string
  sequence_number: string
  customer_reference: Generated<string>
  customer_id: Generated<string>
  phone: Generated<string>
  id_number: Generated<string>
  name: Generated<string>
  cvv_cipher: Bytes
  pin_hash: NullableBytes
  expires_on: string
  issued_at: Date
  stop_reason_id: number | null
  kyc_passed: Generated<boolean>
  magstripe_enabled: Generated<boolean>
  activation_data: Generated<string>
  label: Generated<string>
}

export interface CardTagTable {
  id: Generated<number>
  owner_id: number
  name: string
}

export interface CardTagValueTable {
  card_id: number
  tag_id: number
  value: string
}

export interface CardNoteTable {
  id: Generated<number>
  card_id: number
  user_id: number
  text: string
  created_at: Date
}

export interface CardAuthorisationTable {
  id: Generated<number>
  card_id: number
  authorised_at: Date
  amount_cents: number
  description: string
  merchant_id: string
  auth_number: string
  released_at: Date | null
  first_authorised_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  feed_event_id: ColumnType<number | null, number | null | undefined, number | null>
}

export interface FailedTransactionTable {
  id: Generated<number>
  card_id: number
  failed_at: Date
  amount_cents: number
  card_balance_cents: number
  description: string
  method: string
  manager: string
  error_code: string
}

export interface ChargebackTable {
  id: Generated<number>
  transaction_id: number
  card_id: number
  number: string
  amount_cents: number
  request_amount_cents: number
  usd_amount_cents: number
  currency: string
  reason_code: string
  description: string
  notes: Generated<string>
  pos_entry_mode: string
  network_reference: string
  claim_id: string
  requested_at: Date
  processed_at: Date | null
  rejected_at: Date | null
  reversed_at: Date | null
  second_presentment_at: Date | null
  second_presentment_cents: number | null
  second_presentment_reason: string | null
  transaction_usd_cents: number | null
  second_presentment_usd_cents: number | null
}

export interface BatchFileTable {
  id: Generated<number>
  owner_id: number
  currency: string
  kind: StoredBatchType
  identifier_type: IdentifierType
  reference: string
  original_name: string
  fingerprint: string
  duplicate_reason: string | null
  options: Generated<string[]>
  additional_validation: Generated<string[]>
  row_count: number
  amount_cents: number
  fee_cents: number
  uploaded_by: number
  uploaded_at: Date
  /** Set by a trigger. */
  key_made_by: ColumnType<number | null, never, never>
  approval_terms: ColumnType<ApprovalTerms | null, string | null | undefined, never>
  approved_by: number | null
  approved_at: Date | null
  rejected_by: number | null
  rejected_at: Date | null
  reject_reason: string | null
  /** The time that the maker proposes for the run. */
  proposed_at: Generated<Date | null>
  scheduled_at: Date | null
  held_until: Generated<Date | null>
  processed_at: Date | null
  closed_by: number | null
  closed_at: Date | null
  closed_comments: string | null
  loaded_count: Generated<number>
  loaded_amount_cents: Generated<number>
  loaded_fee_cents: Generated<number>
  retire: Generated<boolean>
  retry_requested_at: Date | null
  retry_requested_by: number | null
  posting_started_at: Date | null
  posted_to: number | null
  withdrawn_at: Date | null
  preflight_at: Date | null
  preflight_failing: number | null
  preflight_short_cents: number | null
  /** Null means any campaign. */
  campaign_ids: number[] | null
}

/** The original file, encrypted. Only for batches that were uploaded with one. */
export interface BatchUploadedFileTable {
  batch_id: number
  content_cipher: Bytes
}

export interface BatchRowTable {
  batch_id: number
  row_no: number
  identifier: string | null
  identifier_cipher: NullableBytes
  identifier_hash: NullableBytes
  target: string | null
  target_cipher: NullableBytes
  target_hash: NullableBytes
  card_id: number | null
  target_card_id: number | null
  amount_cents: number
  fee_cents: number
  whole_balance: Generated<boolean>
  target_balance_cents: Generated<number | null>
  state: Generated<'waiting' | 'loaded' | 'failed'>
  /** Why a row failed (server/stored-text.ts). '' for the other states. */
  result_text: Generated<string>
  load_date: Date | null
}

export interface AccountTable {
  id: Generated<number>
  owner_id: number
  currency: string
  kind: 'card' | 'funding' | 'fee' | 'settlement' | 'float'
  card_id: number | null
  balance_cents: Generated<number>
  held_cents: Generated<number>
  version: Generated<number>
  allow_negative: Generated<boolean>
  overdrawn_cents: Generated<number>
}

/** The transaction types on a card's statement, and payments into the funding account. */
export type LedgerTransactionType = CardTransactionType | 'funding'

export interface LedgerPeriodTable {
  id: Generated<number>
  owner_id: number
  last_day: string
  ends_at: Date
  proposed_by: number
  proposed_at: Date
  withdrawn_at: Date | null
  confirmed_by: number | null
  confirmed_at: Date | null
  accounts: number | null
  balances_hash: Bytes | null
  generation: number | null
  mac: Bytes | null
}

export interface LedgerTransactionTable {
  id: Generated<number>
  owner_id: number
  kind: LedgerTransactionType
  posted_at: Date
  happened_at: Generated<Date | null>
  card_id: number | null
  batch_id: number | null
  order_id: number | null
  first_row: number | null
  last_row: number | null
  reverses: number | null
  fee_type_id: number | null
  /** Read with `storedToText`. */
  description: Generated<string>
  merchant_id: Generated<string>
  auth_number: Generated<string>
}

export interface PostedRowTable {
  batch_id: number
  row_no: number
  transaction_id: number
}

export interface PaidOrderRowTable {
  order_id: number
  row_no: number
  transaction_id: number
}

export interface LedgerEntryTable {
  transaction_id: number
  account_id: number
  amount_cents: number
  balance_before: number
  balance_after: number
  account_version: number
}

export interface CardEventTable {
  id: Generated<number>
  card_id: number
  at: Date
  /** Null if the card processor made the event. */
  user_id: number | null
  kind: CardEventType
  stop_reason_id: number | null
  transaction_id: number | null
}

export interface FeeReversalTable {
  transaction_id: number
  requester_name: string
  store_name: string
  contact_phone: string
  decline_reason: string
  comments: string
  authorisation_id: string
}

export interface SharedColumnsTable {
  id: GeneratedAlways<number>
  owner_id: number
  user_id: number
  row_type: RowTypeName
  columns: Json<SharedColumn[]>
  shared_at: Date
}

export interface ProgrammeTables {
  shared_columns: SharedColumnsTable
  programme: ProgrammeTable
  campaign: CampaignTable
  fee_type: FeeTypeTable
  campaign_fee: CampaignFeeTable
  stop_reason: StopReasonTable
  card: CardTable
  card_tag: CardTagTable
  card_tag_value: CardTagValueTable
  card_note: CardNoteTable
  card_authorisation: CardAuthorisationTable
  failed_transaction: FailedTransactionTable
  chargeback: ChargebackTable
  batch_file: BatchFileTable
  batch_uploaded_file: BatchUploadedFileTable
  batch_row: BatchRowTable
  account: AccountTable
  ledger_period: LedgerPeriodTable
  ledger_transaction: LedgerTransactionTable
  ledger_entry: LedgerEntryTable
  posted_row: PostedRowTable
  paid_order_row: PaidOrderRowTable
  card_event: CardEventTable
  fee_reversal: FeeReversalTable
}
