// The fields of audit trail entries, each with its label and format. A handler passes plain values, which become text
// when the trail is read. Secret values have no field here: card numbers, PINs, CVVs, passwords, codes.
import { mailAlertKinds, mailAlerts } from '#domain/access/mail-alerts.ts'
import { permissionsToWords } from '#domain/access/permission-words.ts'
import type { SecondFactor } from '#domain/access/second-factor.ts'
import { type CardStatus, cardStatusWords } from '#domain/cards/status.ts'
import { instantToText, type Zone } from '#domain/instants.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { type RelativePeriodName, relativePeriods } from '#domain/reports/periods.ts'
import { type Schedule, scheduleWords } from '#domain/reports/schedule.ts'
import * as figures from '#words/figures.ts'
import * as say from '#words/server/audit.ts'

/** An amount in minor units, with its currency. */
export interface Money {
  readonly cents: Cents
  readonly currency: string
}

export const money = (amountCents: number, currency: string): Money => ({ cents: amountCents as Cents, currency })

const factorWords: Readonly<Record<SecondFactor, string>> = {
  none: say.noFactor,
  app: say.authenticatorApp,
  email: say.codesByEmail,
}

/** Additional data for formatting a value. */
interface Lookup {
  readonly zone: Zone
  readonly campaignName: (id: number) => string
}

export type CampaignIds = readonly number[] | 'all'

/** The formatting of each type of value. */
const formats = {
  text: (text: string) => text,
  texts: (texts: readonly string[]) => texts.join(', '),
  count: (count: number) => figures.number(count),
  money: ({ cents, currency }: Money) => `${currency} ${centsToText(cents)}`,
  instant: (iso: string, { zone }: Lookup) => instantToText(iso, zone),
  flag: (is: boolean) => (is ? say.yes : say.no),
  campaigns: (ids: CampaignIds, { campaignName }: Lookup) =>
    ids === 'all' ? say.allCampaigns : ids.map(campaignName).join(', '),
  permissions: (texts: readonly string[]) => permissionsToWords(texts).join(', '),
  mails: (kinds: readonly string[]) =>
    mailAlertKinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => mailAlerts[kind].label)
      .join(', '),
  cardStatus: (status: CardStatus) => cardStatusWords[status],
  secondFactor: (factor: SecondFactor) => factorWords[factor],
  period: (period: RelativePeriodName) => relativePeriods[period].label,
  schedule: (schedule: Schedule) => scheduleWords[schedule],
} as const
type FormatName = keyof typeof formats

const field = <const F extends FormatName>(format: F, label: string) => ({ format, label })

const fields = {
  // Users and their own settings
  username: field('text', say.username),
  firstname: field('text', say.firstName),
  lastname: field('text', say.lastName),
  email: field('text', say.email),
  group: field('text', say.group),
  locked: field('flag', say.locked),
  secondFactor: field('secondFactor', say.secondFactor),
  secondFactorReady: field('flag', say.secondFactorIsSetUp),
  passkey: field('text', say.passkey),
  mailsOff: field('mails', say.mailsOff),
  mailsDaily: field('flag', say.mailsDaily),
  sessionDevice: field('text', say.sessionDevice),
  sessionAddress: field('text', say.sessionAddress),
  sessionStarted: field('instant', say.sessionStarted),
  permissions: field('permissions', say.permissions),

  // Cards
  cardStatus: field('cardStatus', say.status),
  stopReason: field('text', say.stopReason),
  magstripe: field('flag', say.magneticStripe),
  balance: field('money', say.balance),
  feeType: field('text', say.feeType),
  transaction: field('text', say.transaction),
  requester: field('text', say.requester),
  note: field('text', say.note),
  cardNumbers: field('texts', say.cards),

  // Batches and orders
  reference: field('text', say.reference),
  fileName: field('text', say.fileName),
  rows: field('count', say.rows),
  cards: field('count', say.cards),
  amount: field('money', say.amount),
  fees: field('money', say.fees),
  retireCards: field('flag', say.retireCards),
  filledUp: field('count', say.filledUp),
  duplicateReason: field('text', say.duplicateReason),
  scheduledFor: field('instant', say.scheduledFor),
  heldUntil: field('instant', say.heldUntil),
  reason: field('text', say.reason),
  comments: field('text', say.comments),
  failedRows: field('count', say.failedRows),
  campaigns: field('campaigns', say.campaigns),
  quotationNumber: field('text', say.quotationNumber),
  plastic: field('text', say.plastic),
  design: field('text', say.design),

  // Merchants
  merchantName: field('text', say.merchantName),
  merchantCity: field('text', say.merchantCity),
  merchantCategory: field('text', say.merchantCategory),
  currency: field('text', say.currency),
  country: field('text', say.country),

  // Files
  columns: field('texts', say.columns),

  // Reports
  name: field('text', say.name),
  days: field('text', say.days),
  period: field('period', say.period),
  fileFormat: field('text', say.fileFormat),
  schedule: field('schedule', say.schedule),

  // Searches and lists that were viewed
  searchedBy: field('text', say.searchedBy),
  searchedFor: field('text', say.searchedFor),
  users: field('count', say.users),
  entries: field('count', say.entries),

  // The programme, changed by commands
  folder: field('text', say.folder),
  done: field('texts', say.done),
} as const

type Fields = typeof fields
type AuditField = keyof Fields
type ValueOf<F extends AuditField> = Parameters<(typeof formats)[Fields[F]['format']]>[0]

/** Values by field. Null, '' and an empty list mean no value. */
export type AuditFacts = { readonly [F in AuditField]?: ValueOf<F> | null | undefined }

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

/** The differences between the two. All given values if there was nothing before. */
export function factsToChanges(after: AuditFacts, before: AuditFacts = {}, item?: string): Change[] {
  const names = Object.keys({ ...before, ...after }) as AuditField[]
  return names.flatMap((name) => {
    const [previous, current] = [present(before[name]), present(after[name])]
    if (JSON.stringify(previous) === JSON.stringify(current)) return []
    return [{ field: name, of: item, before: previous, after: current }]
  })
}

const present = (value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value

/** A change in words, as returned by auditLog. */
export function changeToWords({ field: name, of: item, before, after }: Change, lookup: Lookup) {
  const known = Object.hasOwn(fields, name) ? fields[name as AuditField] : undefined
  const label = known?.label ?? name
  const write = (value: unknown): string | null => {
    if (value === undefined) return null
    if (!known) return typeof value === 'string' ? value : JSON.stringify(value)
    return (
      (formats[known.format] as (value: never, lookup: Lookup) => string | undefined)(value as never, lookup) ??
      JSON.stringify(value)
    )
  }
  return { field: item === undefined ? label : say.fieldOf(item, label), before: write(before), after: write(after) }
}
