// Writes the audit trail: who did what to what, when and from where, what changed, and the result. Entries are never
// changed.
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { userAgentToDevice } from '#domain/access/devices.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { type Phrase, toStoredText } from '#server/stored-text.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import type { Change } from './audit-fields.ts'
import type { CallContext, Db } from '../operations/context.ts'

/** The time and origin, which are the same for all events of one call. */
interface AuditOrigin {
  readonly at: number
  readonly correlationId: string
  /** The caller's network address. '' for a command. */
  readonly address: string
  /** 'Chrome/Windows'. '' if unknown. */
  readonly device: string
  /** The operating system's user who ran a command. A command has no user of the portal. */
  readonly systemUser?: string
}

export interface AuditEvent extends AuditOrigin {
  readonly userId: number | null
  readonly ownerId: number | null
  readonly method: string
  readonly subjectType?: string | undefined
  readonly subjectId?: string | undefined
  readonly resultCode: string
  /** The message shown to the caller, if the call was refused. */
  readonly refusal?: Phrase | undefined
  /** Changed or disclosed values. Never a full card number, PIN, CVV, password or secret. */
  readonly changes?: readonly Change[] | undefined
  readonly requestId?: string | undefined
}

export const callToOrigin = ({
  now,
  correlationId,
  remoteAddress,
  userAgent,
}: Pick<CallContext, 'now' | 'correlationId' | 'remoteAddress' | 'userAgent'>): AuditOrigin => ({
  at: now(),
  correlationId,
  address: remoteAddress,
  device: userAgentToDevice(userAgent),
})

/** Adds a row for each event. For a change, pass its transaction, so that no change is stored without its row. */
export async function writeAudit(db: Db, ...events: readonly AuditEvent[]): Promise<void> {
  await insertEntries(db, events)
  for (const event of events) await addUserWebhook(db, event)
}

async function insertEntries(db: Db, events: readonly AuditEvent[]): Promise<void> {
  await db
    .insertInto('audit_event')
    .values(
      events.map((event) => ({
        at: new Date(event.at),
        user_id: event.userId,
        owner_id: event.ownerId,
        method: event.method,
        subject_type: event.subjectType ?? null,
        subject_id: event.subjectId ?? null,
        result_code: event.resultCode,
        correlation_id: event.correlationId,
        request_id: event.requestId ?? null,
        by_programme: event.systemUser !== undefined,
        run_by: event.systemUser ?? null,
        address: event.address,
        device: event.device,
        refusal: event.refusal ? maskCardNumbers(toStoredText(event.refusal, MAX_REFUSAL_LENGTH)) : null,
        changes: toStoredChanges(event.changes),
      })),
    )
    .execute()
}

/** Adds the webhook message about a change of a user or a machine user. Other entries and refusals add none. */
async function addUserWebhook(db: Db, event: AuditEvent): Promise<void> {
  const { method, ownerId, subjectType, subjectId, at, correlationId, userId, changes = [] } = event
  const isAboutUser = subjectType === 'user' && subjectId !== undefined && ownerId !== null
  const isSuccess = !event.refusal && event.resultCode === codes.success
  if (!isAboutUser || !isSuccess || !isUserChange(method)) return
  await addWebhook(db, {
    messageId: `user-${subjectId}-${correlationId}`,
    ownerId,
    at: new Date(at),
    type: userWebhooks[method],
    // The values are personal data, so only the names of the fields are sent.
    data: {
      userId: subjectId,
      act: method,
      byUserId: userId === null ? null : String(userId),
      fields: changes.map((change) => change.field),
    },
  })
}

const userWebhooks = {
  saveUser: 'user.changed',
  provisionUser: 'user.changed',
  confirmUserChange: 'user.changed',
  activateUser: 'user.changed',
  reset2FAEnrolment: 'user.changed',
  createMachineUser: 'user.changed',
  confirmMachineUser: 'user.changed',
  lockUser: 'user.locked',
  lockUnusedUser: 'user.locked',
  lockUnusedMachineUser: 'user.locked',
  deactivateByDirectory: 'user.locked',
  unlockUser: 'user.unlocked',
  unlockMachineUser: 'user.unlocked',
  activateByDirectory: 'user.unlocked',
  deleteUser: 'user.deleted',
  revokeMachineUser: 'user.deleted',
  deleteByDirectory: 'user.deleted',
} as const satisfies Readonly<Partial<Record<AuditedMethod, WebhookEvent>>>

const isUserChange = (method: string): method is keyof typeof userWebhooks => Object.hasOwn(userWebhooks, method)

/** Longer messages are cut. They list every wrong row of a file. */
const MAX_REFUSAL_LENGTH = 1000

/** Masks card numbers. Handlers pass none, but a text that a user typed may contain one. */
function toStoredChanges(changes: readonly Change[] = []): string | null {
  if (changes.length === 0) return null
  const maskText = (_key: string, value: unknown) => (typeof value === 'string' ? maskCardNumbers(value) : value)
  return JSON.stringify(changes, maskText)
}

/** True if the trail has an entry since that time with the same user, subject, method and result. */
export async function wasAuditedSince(db: Db, event: AuditEvent, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_event')
    .select('id')
    .where('owner_id', '=', event.ownerId)
    .where('subject_type', '=', event.subjectType ?? '')
    .where('subject_id', '=', event.subjectId ?? '')
    .where('at', '>', new Date(since))
    .where('user_id', '=', event.userId)
    .where('method', '=', event.method)
    .where('result_code', '=', event.resultCode)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A downloaded report file, or a report on screen. */
export interface Download {
  /** For a report on screen, the name that its file would have, without the extension. */
  readonly fileName: string
  /** Undefined means all campaigns. */
  readonly campaignIds: readonly number[] | undefined
  readonly rows: number
}

/**
 * The audit trail's subject of a download, for example 'fees-2026-01.csv?campaign=1,2&rows=31'. The file's name
 * includes the report, its days and its format.
 */
export const downloadToSubject = ({ fileName, campaignIds, rows }: Download) => {
  const campaigns = campaignIds?.slice(0, MAX_CAMPAIGNS).join() ?? ALL_CAMPAIGNS
  return { subjectType: 'report', subjectId: `${fileName}?campaign=${campaigns}&rows=${rows}` } as const
}

/** Stands for all campaigns, because no campaign has this id. */
const ALL_CAMPAIGNS = '0'
/** The ids of further campaigns are left out, so that the subject stays below the maximum size of an index entry. */
const MAX_CAMPAIGNS = 100

/** The reverse of downloadToSubject. Undefined for other subjects. */
export function subjectToDownload(subjectId: string): Download | undefined {
  const pattern = /^(?<fileName>[\w.-]+)\?campaign=(?<campaigns>[\d,]+)&rows=(?<rows>\d+)$/
  const { fileName, campaigns = '', rows } = pattern.exec(subjectId)?.groups ?? {}
  if (fileName === undefined) return undefined
  return {
    fileName,
    campaignIds: campaigns === ALL_CAMPAIGNS ? undefined : campaigns.split(',').map(Number),
    rows: Number(rows),
  }
}
