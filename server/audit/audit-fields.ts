// The fields of audit trail entries, each with its label and format. A handler sets the subject (`setSubject`) and the
// values (`recordValues`, `recordChange`). A command calls `auditCommand`. The values are stored as they are, and
// become text when the trail is read. Secret values have no field here: full card numbers, PINs, CVVs, passwords,
// codes.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { deviceToWords } from '#domain/access/devices.ts'
import { type MachineScope, machineScopes } from '#domain/access/machine-users.ts'
import { mailAlertTypes, mailAlerts } from '#domain/access/mail-alerts.ts'
import { permissionsToDescriptions } from '#domain/access/permission-words.ts'
import { type NamedRules, rulesToLines } from '#domain/approvals/signing.ts'
import type { SecondFactor } from '#domain/access/second-factor.ts'
import { type CardFlags, type CardStatus, cardStatuses, flagsToStatuses } from '#domain/cards/status.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { instantToText, type Zone } from '#domain/instants.ts'
import { type FundingPaymentType, fundingPaymentTypeLabels } from '#domain/funding/payments.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { type RelativePeriodName, relativePeriods } from '#domain/reports/periods.ts'
import { type Schedule, scheduleLabels } from '#domain/reports/schedule.ts'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import * as figures from '#words/figures.ts'
import { commas } from '#words/lists.ts'
import { storedToText } from '#server/stored-text.ts'

/** An amount in minor units, with its currency. */
export interface Money {
  readonly cents: Cents
  readonly currency: string
}

export const money = (amountCents: number, currency: string): Money => ({ cents: amountCents as Cents, currency })

const factorLabels = withTexts<Readonly<Record<SecondFactor, string>>>({
  none: textOf(m.common_noFactor),
  app: textOf(m.common_authenticatorApp),
  email: textOf(m.audit_codesByEmail),
})

/** What is needed to format times and campaigns. */
interface Lookup {
  readonly zone: Zone
  readonly campaignName: (id: number) => string
}

export type CampaignIds = readonly number[] | 'all'

const isKnownLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag)

/** How each type of value is shown. */
const formats = {
  text: storedToText,
  texts: (texts: readonly string[]) => commas(texts),
  count: (count: number) => figures.numberToText(count),
  money: ({ cents, currency }: Money) => `${currency} ${centsToText(cents)}`,
  instant: (iso: string, { zone }: Lookup) => instantToText(iso, zone),
  day: (date: CalendarDate) => dateToShortText(date),
  flag: (isSet: boolean) => (isSet ? m.common_yes() : m.common_no()),
  campaigns: (ids: CampaignIds, { campaignName }: Lookup) =>
    ids === 'all' ? m.common_allCampaigns() : commas(ids.map(campaignName)),
  permissions: (texts: readonly string[]) => commas(permissionsToDescriptions(texts)),
  scopes: (scopes: readonly MachineScope[]) => commas(scopes.map((scope) => machineScopes[scope].label)),
  mails: (kinds: readonly string[]) =>
    commas(mailAlertTypes.filter((kind) => kinds.includes(kind)).map((kind) => mailAlerts[kind].label)),
  cardStatuses: (statuses: readonly CardStatus[]) => commas(statuses.map((status) => cardStatuses[status].label)),
  secondFactor: (factor: SecondFactor) => factorLabels[factor],
  period: (period: RelativePeriodName) => relativePeriods[period].label,
  schedule: (schedule: Schedule) => scheduleLabels[schedule],
  paymentType: (type: FundingPaymentType) => fundingPaymentTypeLabels[type],
  approvalRules: (rules: NamedRules) => commas(rulesToLines(rules)),
  device: (device: string) => deviceToWords(device),
  // A client may no longer offer a language that was chosen earlier.
  language: (tag: string) => (isKnownLanguage(tag) ? languageNames[tag] : tag),
} as const
type FormatName = keyof typeof formats

/** The label is read in the current language at each access. */
const field = <const F extends FormatName>(format: F, label: () => string) =>
  withTexts({ format, label: textOf(label) })

const fields = {
  // Users and their own settings
  username: field('text', m.common_username),
  firstname: field('text', m.common_firstName),
  lastname: field('text', m.common_lastName),
  email: field('text', m.common_email),
  group: field('text', m.common_group),
  locked: field('flag', m.common_locked),
  secondFactor: field('secondFactor', m.common_secondFactor),
  secondFactorReady: field('flag', m.audit_secondFactorSet),
  passkey: field('text', m.common_passkey),
  mailsOff: field('mails', m.audit_mailsOff),
  mailsDaily: field('flag', m.audit_mailsDaily),
  language: field('language', m.common_language),
  sessionDevice: field('device', m.audit_sessionDevice),
  sessionAddress: field('text', m.audit_sessionAddress),
  sessionStarted: field('instant', m.audit_sessionStarted),
  permissions: field('permissions', m.common_permissions),
  lastDay: field('day', m.common_lastDay),

  // The clock and the simulated processor of a sandbox
  clock: field('instant', m.sandbox_clock),
  clockRate: field('count', m.sandbox_clockRate),
  processorDown: field('flag', m.sandbox_processorDownField),

  // Machine users
  keyStart: field('text', m.audit_keyStart),
  scopes: field('scopes', m.audit_scopes),
  addresses: field('texts', m.audit_addresses),
  callsPerMinute: field('count', m.audit_callsPerMinute),
  url: field('text', m.audit_url),
  events: field('texts', m.audit_events),
  endsAt: field('instant', m.audit_endsAt),

  // Cards
  cardStatus: field('cardStatuses', m.common_status),
  stopReason: field('text', m.common_stopReason),
  magstripe: field('flag', m.common_magneticStripeEnabled),
  balance: field('money', m.common_balance),
  feeType: field('text', m.common_feeType),
  transaction: field('text', m.audit_transaction),
  requester: field('text', m.audit_requester),
  note: field('text', m.common_note),
  /** Masked numbers. */
  cardNumbers: field('texts', m.common_cardsLabel),

  // Batches and orders
  reference: field('text', m.common_reference),
  fileName: field('text', m.audit_fileName),
  feedSource: field('text', m.common_cardProcessor),
  rows: field('count', m.common_rows),
  cards: field('count', m.common_cardsLabel),
  amount: field('money', m.common_amount),
  fees: field('money', m.common_fees),
  retireCards: field('flag', m.common_retireCards),
  /** Number of rows with a target balance. Stored entries use this name. */
  filledUp: field('count', m.audit_targetBalanceRows),
  duplicateReason: field('text', m.audit_duplicateReason),
  proposedFor: field('instant', m.common_proposedFor),
  scheduledFor: field('instant', m.common_scheduledFor),
  heldUntil: field('instant', m.common_heldUntil),
  signedWith: field('text', m.approvals_signedWith),
  /** SHA-256 of the signed text. */
  signedText: field('text', m.approvals_signedText),
  reason: field('text', m.common_reason),
  comments: field('text', m.common_comments),
  failedRows: field('count', m.common_failedRows),
  signedFor: field('text', m.approvals_signedFor),
  signatures: field('count', m.approvals_signatures),
  signaturesNeeded: field('count', m.approvals_signaturesNeeded),
  approvalRules: field('approvalRules', m.approvals_rules),
  campaigns: field('campaigns', m.common_campaigns),
  quotationNumber: field('text', m.common_quotationNumberLabel),
  plastic: field('text', m.audit_plastic),
  design: field('text', m.audit_design),

  // Funding account
  paymentType: field('paymentType', m.audit_paymentType),
  bankEntry: field('text', m.audit_bankEntry),
  reversedPayment: field('text', m.audit_reversedPayment),
  valueDate: field('text', m.funding_valueDate),
  fundingThreshold: field('money', m.funding_threshold),
  closedMonth: field('text', m.funding_closedMonth),
  balancesHash: field('text', m.funding_balancesHash),

  // Merchants
  merchantName: field('text', m.audit_merchantName),
  merchantCity: field('text', m.common_city),
  merchantCategory: field('text', m.audit_merchantCategory),
  currency: field('text', m.common_currency),
  country: field('text', m.common_country),

  // Files
  columns: field('texts', m.common_columns),

  // Reports
  name: field('text', m.common_name),
  days: field('text', m.common_days),
  period: field('period', m.common_period),
  fileFormat: field('text', m.audit_fileFormat),
  schedule: field('schedule', m.audit_schedule),

  // Searches and lists that were viewed
  searchedBy: field('text', m.audit_searchedBy),
  searchedFor: field('text', m.audit_searchedFor),
  users: field('count', m.common_users),
  entries: field('count', m.common_entries),

  // The programme, changed by commands
  names: field('text', m.audit_namesInLanguages),
  folder: field('text', m.audit_folder),
  done: field('texts', m.audit_actionsDone),
} as const

type Fields = typeof fields
type AuditField = keyof Fields
/** The type of a field's value: what the field's format accepts. ValueOf<'amount'> is Money. */
type ValueOf<F extends AuditField> = Parameters<(typeof formats)[Fields[F]['format']]>[0]

/** Values by field. Null, '' and an empty list mean no value. */
export type AuditValues = { readonly [F in AuditField]?: ValueOf<F> | null | undefined }

/**
 * All statuses of a card. Screens show only one of them, but the trail records the change of any. 'activated' is left
 * out if there is another status.
 */
export function flagsToAuditStatuses(flags: CardFlags): readonly CardStatus[] {
  const statuses = flagsToStatuses(flags)
  return statuses.length === 1 ? statuses : statuses.filter((status) => status !== 'activated')
}

/** The campaign with this id, or 'all' if there is no id. */
export const chosenCampaign = (id: number | null | undefined): CampaignIds =>
  id === null || id === undefined ? 'all' : [id]

/** One changed field as stored. A missing `before` or `after` means no value. */
export interface Change {
  readonly field: string
  /** The part of a subject with several parts, for example the group of a programme. */
  readonly of?: string | undefined
  readonly before?: unknown
  readonly after?: unknown
}

/** The ids of the campaigns in a stored change. None for the value 'all'. */
export function changeToCampaigns({ field: name, before, after }: Change): readonly number[] {
  if (name !== 'campaigns') return []
  return [before, after].filter((ids) => Array.isArray(ids)).flat() as number[]
}

export interface ChangedValues {
  /** Undefined if the subject was added. */
  readonly before?: AuditValues | undefined
  /** Undefined if the subject was removed. */
  readonly after?: AuditValues | undefined
  /** The changed part of a subject with several parts. */
  readonly part?: string | undefined
}

/** All fields that have a value. */
export const valuesToChanges = (values: AuditValues): Change[] => changesBetween({ after: values })

/** The fields whose values differ. */
export function changesBetween({ before = {}, after = {}, part }: ChangedValues): Change[] {
  const names = Object.keys({ ...before, ...after }) as AuditField[]
  return names
    .map((name) => ({
      field: name,
      of: part,
      before: emptyToUndefined(before[name]),
      after: emptyToUndefined(after[name]),
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

function emptyToUndefined(value: unknown): unknown {
  const isEmptyList = Array.isArray(value) && value.length === 0
  if (value === null || value === '' || isEmptyList) return undefined
  return value
}

/** A change in words, as returned by auditLog. */
export function auditChangeToText({ field: name, of: part, before, after }: Change, lookup: Lookup) {
  const knownField = Object.hasOwn(fields, name) ? fields[name as AuditField] : undefined
  const label = knownField?.label ?? name
  const format = (value: unknown): string | null => {
    if (value === undefined) return null
    if (!knownField) return typeof value === 'string' ? value : JSON.stringify(value)
    // Each format accepts another type, so their union accepts only `never`. The stored value has the type of its field.
    const formatValue = formats[knownField.format] as (value: never, lookup: Lookup) => string | undefined
    return formatValue(value as never, lookup) ?? JSON.stringify(value)
  }
  return {
    field: part === undefined ? label : m.audit_subjectField({ subject: part, field: label }),
    before: format(before),
    after: format(after),
  }
}
