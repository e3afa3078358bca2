// The type of a plan: the desired state of a programme. `init` reads a plan from a file. The demo programme has one
// too.
import type { ApprovalRules, TierRule } from '#domain/approvals/rules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { NamesByLanguage } from '#server/db/programme-tables.ts'

export interface ProgrammePlan {
  readonly ownerId: number
  readonly ownerName: string
  /** ISO 4217, three letters. */
  readonly currency: string
  readonly symbol: string
  /** Fee types and stop reasons apply to the whole database. */
  readonly feeTypes: readonly FeeTypePlan[]
  readonly stopReasons: readonly StopReasonPlan[]
  /** Names of the tags that cards can have. */
  readonly cardTags: readonly string[]
  readonly groups: readonly GroupPlan[]
  readonly campaigns: readonly CampaignPlan[]
  readonly fundsReceived: readonly FundsPlan[]
  /** Undefined if the current rules stay. Limits and deputies of users stay in any case. */
  readonly approvalRules?: ApprovalRulesPlan | undefined
}

export interface ApprovalRulesPlan extends Pick<ApprovalRules, 'inOrder'> {
  readonly tiers: readonly TierPlan[]
  /** `escalateTo` is the name of a group. */
  readonly reminder?: { readonly afterHours: number; readonly escalateTo?: string | undefined } | undefined
}

/** A tier with names instead of ids. */
export interface TierPlan extends Omit<TierRule, 'campaignIds' | 'groupId'> {
  /** The names of the campaigns that the tier applies to; all if omitted. */
  readonly campaigns?: readonly string[] | undefined
  /** The name of the group that signs; any approver if omitted. */
  readonly group?: string | undefined
}

export interface FeeTypePlan {
  readonly id: number
  readonly name: string
  readonly names?: NamesByLanguage
  readonly chargeCents: Cents
}

export interface StopReasonPlan {
  readonly id: number
  readonly short: string
  readonly names?: NamesByLanguage
}

export interface GroupPlan {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The names of the campaigns that the group's users are limited to; all if omitted. */
  readonly limitedTo?: readonly string[] | undefined
}

export interface CampaignPlan {
  readonly name: string
  readonly ica: string
  readonly isVirtual: boolean
  /** 0 if the cards have no PIN. */
  readonly pinLength: number
  readonly needsKyc: boolean
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  /** The maximum balance of a card. */
  readonly balanceMaxCents: Cents
  /** The first digits of the campaign's card numbers; null if the campaign issues no cards. */
  readonly cardPrefix: string | null
  readonly validityMonths: number
  /** An authorisation that is not settled after this many days is released. */
  readonly holdDays: number
  /** True if no cards can be ordered. */
  readonly isClosed: boolean
  /** Charges by the id of the fee type. */
  readonly fees: readonly { readonly feeTypeId: number; readonly chargeCents: Cents }[]
}

/** Received money, posted once and identified by its reference. */
export interface FundsPlan {
  readonly reference: string
  /** The day on which the money was received. */
  readonly on: CalendarDate
  readonly amountCents: Cents
}
