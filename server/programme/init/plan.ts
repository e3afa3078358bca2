// A programme as it is to be: what `init` reads from its file, and what the demo programme is made of.
import type { Permission } from '#domain/access/permissions.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Cents } from '#domain/money.ts'

export interface ProgrammePlan {
  readonly ownerId: number
  readonly ownerName: string
  /** ISO 4217, three letters. */
  readonly currency: string
  readonly symbol: string
  /** Fee types and stop reasons are those of the whole database. */
  readonly feeTypes: readonly FeeTypePlan[]
  readonly stopReasons: readonly StopReasonPlan[]
  /** Names of what cards can be tagged with. */
  readonly cardTags: readonly string[]
  readonly groups: readonly GroupPlan[]
  readonly campaigns: readonly CampaignPlan[]
  readonly fundsReceived: readonly FundsPlan[]
}

export interface FeeTypePlan {
  readonly id: number
  readonly name: string
  readonly chargeCents: Cents
}

export interface StopReasonPlan {
  readonly id: number
  readonly short: string
}

export interface GroupPlan {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The names of the campaigns that its users are limited to; without them all. */
  readonly limitedTo?: readonly string[]
}

export interface CampaignPlan {
  readonly name: string
  readonly ica: string
  readonly isVirtual: boolean
  /** 0 where it asks for no PIN. */
  readonly pinLength: number
  readonly needsKyc: boolean
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  /** What a card may hold at most. */
  readonly balanceMaxCents: Cents
  /** The first digits of its cards; without it none are issued. */
  readonly cardPrefix: string | null
  readonly validityMonths: number
  /** Nothing can be ordered of it. */
  readonly isClosed: boolean
  /** What is charged, by the id of the fee's type. */
  readonly fees: readonly { readonly feeTypeId: number; readonly chargeCents: Cents }[]
}

/** Money that has come in: posted once, known by its reference. */
export interface FundsPlan {
  readonly reference: string
  readonly on: CalendarDate
  readonly amountCents: Cents
}
