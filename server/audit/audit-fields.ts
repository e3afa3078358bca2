// The fields of audit trail entries, each with its label and format. A handler passes plain values, which become text
// when the trail is read. Secret values have no field here: full card numbers, PINs, CVVs, passwords, codes.
import { m } from '#words/messages.js'
import { deviceToWords } from '#domain/access/devices.ts'
import { type MachineScope, machineScopes } from '#domain/access/machine-users.ts'
import { mailAlertTypes, mailAlerts } from '#domain/access/mail-alerts.ts'
import { permissionsToDescriptions } from '#domain/access/permission-words.ts'
import type { SecondFactor } from '#domain/access/second-factor.ts'
import { type CardStatus, cardStatusLabels } from '#domain/cards/status.ts'
import { instantToText, type Zone } from '#domain/instants.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { type RelativePeriodName, relativePeriods } from '#domain/reports/periods.ts'
import { type Schedule, scheduleLabels } from '#domain/reports/schedule.ts'
import * as figures from '#words/figures.ts'
import { commas } from '#words/lists.ts'
import { storedToText } from '#server/stored-text.ts'

/** An amount in minor units, with its currency. */
export interface Money {
  readonly cents: Cents
  readonly currency: string
}

export const money = (amountCents: number, currency: string): Money => ({ cents: amountCents as Cents, currency })

const factorLabels: Readonly<Record<SecondFactor, string>> = {
  get none() {
    return m.common_noFactor()
  },
  get app() {
    return m.common_authenticatorApp()
  },
  get email() {
    return m.audit_codesByEmail()
  },
}

/** Additional data for formatting a value. */
interface Lookup {
  readonly zone: Zone
  readonly campaignName: (id: number) => string
}

export type CampaignIds = readonly number[] | 'all'

/** The formatting of each type of value. */
const formats = {
  text: storedToText,
  texts: (texts: readonly string[]) => commas(texts),
  count: (count: number) => figures.numberToText(count),
  money: ({ cents, currency }: Money) => `${currency} ${centsToText(cents)}`,
  instant: (iso: string, { zone }: Lookup) => instantToText(iso, zone),
  flag: (isSet: boolean) => (isSet ? m.common_yes() : m.common_no()),
  campaigns: (ids: CampaignIds, { campaignName }: Lookup) =>
    ids === 'all' ? m.common_allCampaigns() : commas(ids.map(campaignName)),
  permissions: (texts: readonly string[]) => commas(permissionsToDescriptions(texts)),
  scopes: (scopes: readonly MachineScope[]) => commas(scopes.map((scope) => machineScopes[scope].label)),
  mails: (kinds: readonly string[]) =>
    commas(mailAlertTypes.filter((kind) => kinds.includes(kind)).map((kind) => mailAlerts[kind].label)),
  cardStatus: (status: CardStatus) => cardStatusLabels[status],
  secondFactor: (factor: SecondFactor) => factorLabels[factor],
  period: (period: RelativePeriodName) => relativePeriods[period].label,
  schedule: (schedule: Schedule) => scheduleLabels[schedule],
  device: (device: string) => deviceToWords(device),
} as const
type FormatName = keyof typeof formats

const field = <const F extends FormatName>(format: F, label: string) => ({ format, label })

const fields = {
  // Users and their own settings
  get username() {
    return field('text', m.common_username())
  },
  get firstname() {
    return field('text', m.common_firstName())
  },
  get lastname() {
    return field('text', m.common_lastName())
  },
  get email() {
    return field('text', m.common_email())
  },
  get group() {
    return field('text', m.common_group())
  },
  get locked() {
    return field('flag', m.common_locked())
  },
  get secondFactor() {
    return field('secondFactor', m.common_secondFactor())
  },
  get secondFactorReady() {
    return field('flag', m.audit_secondFactorSet())
  },
  get passkey() {
    return field('text', m.common_passkey())
  },
  get mailsOff() {
    return field('mails', m.audit_mailsOff())
  },
  get mailsDaily() {
    return field('flag', m.audit_mailsDaily())
  },
  get language() {
    return field('text', m.common_language())
  },
  get sessionDevice() {
    return field('device', m.audit_sessionDevice())
  },
  get sessionAddress() {
    return field('text', m.audit_sessionAddress())
  },
  get sessionStarted() {
    return field('instant', m.audit_sessionStarted())
  },
  get permissions() {
    return field('permissions', m.common_permissions())
  },

  // Machine users
  get keyStart() {
    return field('text', m.audit_keyStart())
  },
  get scopes() {
    return field('scopes', m.audit_scopes())
  },
  get addresses() {
    return field('texts', m.audit_addresses())
  },
  get callsPerMinute() {
    return field('count', m.audit_callsPerMinute())
  },
  get url() {
    return field('text', m.audit_url())
  },
  get events() {
    return field('texts', m.audit_events())
  },
  get endsAt() {
    return field('instant', m.audit_endsAt())
  },

  // Cards
  get cardStatus() {
    return field('cardStatus', m.common_status())
  },
  get stopReason() {
    return field('text', m.common_stopReason())
  },
  get magstripe() {
    return field('flag', m.common_magneticStripeEnabled())
  },
  get balance() {
    return field('money', m.common_balance())
  },
  get feeType() {
    return field('text', m.common_feeType())
  },
  get transaction() {
    return field('text', m.audit_transaction())
  },
  get requester() {
    return field('text', m.audit_requester())
  },
  get note() {
    return field('text', m.common_note())
  },
  /** Masked numbers. */
  get cardNumbers() {
    return field('texts', m.common_cardsLabel())
  },

  // Batches and orders
  get reference() {
    return field('text', m.common_reference())
  },
  get fileName() {
    return field('text', m.audit_fileName())
  },
  get rows() {
    return field('count', m.common_rows())
  },
  get cards() {
    return field('count', m.common_cardsLabel())
  },
  get amount() {
    return field('money', m.common_amount())
  },
  get fees() {
    return field('money', m.common_fees())
  },
  get retireCards() {
    return field('flag', m.common_retireCards())
  },
  /** Number of rows with a target balance. Stored entries use this name. */
  get filledUp() {
    return field('count', m.audit_targetBalanceRows())
  },
  get duplicateReason() {
    return field('text', m.audit_duplicateReason())
  },
  get scheduledFor() {
    return field('instant', m.common_scheduledFor())
  },
  get heldUntil() {
    return field('instant', m.common_heldUntil())
  },
  get reason() {
    return field('text', m.common_reason())
  },
  get comments() {
    return field('text', m.common_comments())
  },
  get failedRows() {
    return field('count', m.common_failedRows())
  },
  get campaigns() {
    return field('campaigns', m.common_campaigns())
  },
  get quotationNumber() {
    return field('text', m.common_quotationNumberLabel())
  },
  get plastic() {
    return field('text', m.audit_plastic())
  },
  get design() {
    return field('text', m.audit_design())
  },

  // Merchants
  get merchantName() {
    return field('text', m.audit_merchantName())
  },
  get merchantCity() {
    return field('text', m.common_city())
  },
  get merchantCategory() {
    return field('text', m.audit_merchantCategory())
  },
  get currency() {
    return field('text', m.common_currency())
  },
  get country() {
    return field('text', m.common_country())
  },

  // Files
  get columns() {
    return field('texts', m.common_columns())
  },

  // Reports
  get name() {
    return field('text', m.common_name())
  },
  get days() {
    return field('text', m.common_days())
  },
  get period() {
    return field('period', m.common_period())
  },
  get fileFormat() {
    return field('text', m.audit_fileFormat())
  },
  get schedule() {
    return field('schedule', m.audit_schedule())
  },

  // Searches and lists that were viewed
  get searchedBy() {
    return field('text', m.audit_searchedBy())
  },
  get searchedFor() {
    return field('text', m.audit_searchedFor())
  },
  get users() {
    return field('count', m.common_users())
  },
  get entries() {
    return field('count', m.common_entries())
  },

  // The programme, changed by commands
  get folder() {
    return field('text', m.audit_folder())
  },
  get done() {
    return field('texts', m.audit_actionsDone())
  },
} as const

type Fields = typeof fields
type AuditField = keyof Fields
type ValueOf<F extends AuditField> = Parameters<(typeof formats)[Fields[F]['format']]>[0]

/** Values by field. Null, '' and an empty list mean no value. */
export type AuditValues = { readonly [F in AuditField]?: ValueOf<F> | null | undefined }

/** The chosen campaign, or all of them. */
export const chosenCampaign = (id: number | null | undefined): CampaignIds =>
  id === null || id === undefined ? 'all' : [id]

/** One changed field as stored. A missing `before` or `after` means no value. */
export interface Change {
  readonly field: string
  /** The part of the subject, if it has several: e.g. the group of a programme. */
  readonly of?: string | undefined
  readonly before?: unknown
  readonly after?: unknown
}

/** The campaigns in a stored change. */
export const changeToCampaigns = ({ field: name, before, after }: Change): readonly number[] =>
  name === 'campaigns' ? [before, after].flatMap((ids) => (Array.isArray(ids) ? (ids as number[]) : [])) : []

/** The fields whose values differ. Without `before`, all fields that have a value. */
export function valuesToChanges(after: AuditValues, before: AuditValues = {}, part?: string): Change[] {
  const names = Object.keys({ ...before, ...after }) as AuditField[]
  return names.flatMap((name) => {
    const [previous, current] = [emptyToUndefined(before[name]), emptyToUndefined(after[name])]
    if (JSON.stringify(previous) === JSON.stringify(current)) return []
    return [{ field: name, of: part, before: previous, after: current }]
  })
}

const emptyToUndefined = (value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value

/** A change in words, as returned by auditLog. */
export function auditChangeToText({ field: name, of: part, before, after }: Change, lookup: Lookup) {
  const knownField = Object.hasOwn(fields, name) ? fields[name as AuditField] : undefined
  const label = knownField?.label ?? name
  const format = (value: unknown): string | null => {
    if (value === undefined) return null
    if (!knownField) return typeof value === 'string' ? value : JSON.stringify(value)
    // Each format accepts another type, so their union accepts only `never`. The stored value has the type of its field.
    return (
      (formats[knownField.format] as (value: never, lookup: Lookup) => string | undefined)(value as never, lookup) ??
      JSON.stringify(value)
    )
  }
  return {
    field: part === undefined ? label : m.audit_subjectField({ subject: part, field: label }),
    before: format(before),
    after: format(after),
  }
}
