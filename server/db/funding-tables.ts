// The tables of payments into the funding account for Kysely.
import type { Generated } from 'kysely'
import type { FundingPaymentType } from '#domain/funding/payments.ts'
import type { Bytes } from './platform-tables.ts'

export interface FundingPaymentTable {
  id: Generated<number>
  owner_id: number
  currency: string
  kind: FundingPaymentType
  amount_cents: number
  value_date: string
  reference: string
  note: Generated<string>
  file_name: string | null
  reverses_id: number | null
  recorded_by: number
  recorded_at: Date
  decided_by: number | null
  decided_at: Date | null
  transaction_id: number | null
  reject_reason: string | null
}

export interface FundingPaymentFileTable {
  payment_id: number
  content_cipher: Bytes
}

export interface BankStatementTable {
  id: Generated<number>
  owner_id: number
  currency: string
  account: string
  reference: string
  opening_cents: number | null
  closing_cents: number | null
  file_name: string
  imported_by: number
  imported_at: Date
}

export interface BankEntryTable {
  id: Generated<number>
  owner_id: number
  statement_id: number
  key: string
  part: number
  booked_on: string
  amount_cents: number
  bank_reference: string
  reference: string
  payment_id: number | null
  aside_reason: string | null
  aside_by: number | null
  aside_at: Date | null
  aside_decided_by: number | null
  aside_decided_at: Date | null
}

export interface FundingWatchTable {
  owner_id: number
  currency: string
  threshold_cents: number | null
  is_low: Generated<boolean>
  warned_of: Generated<string[]>
}

export interface FundingTables {
  funding_watch: FundingWatchTable
  bank_statement: BankStatementTable
  bank_entry: BankEntryTable
  funding_payment: FundingPaymentTable
  funding_payment_file: FundingPaymentFileTable
}
