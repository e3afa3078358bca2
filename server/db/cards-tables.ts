// The tables of cards for Kysely.
import type { Generated } from 'kysely'
import type { CardEventKind } from '#domain/cards/history.ts'

export interface CardEventTable {
  id: Generated<number>
  card_id: number
  at: Date
  user_id: number
  kind: CardEventKind
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

export interface CardsTables {
  card_event: CardEventTable
  fee_reversal: FeeReversalTable
}
