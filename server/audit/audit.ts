// Writes the audit trail: who did what to what, when and from where, what changed and with which result. The table only grows.
import { userAgentToDevice } from '#domain/access/devices.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import type { Change } from './audit-fields.ts'
import type { CallContext, Db } from '../operations/context.ts'

/** When and from where: the same for every event of one call. */
interface AuditOrigin {
  readonly at: number
  readonly correlationId: string
  /** The caller's network address; '' for a command. */
  readonly address: string
  /** 'Chrome on Windows'; '' if unknown. */
  readonly device: string
  /** Of a command of the programme: the user of the operating system who ran it. There is no portal user then. */
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
  readonly refusal?: string | undefined
  /** What changed, or what was given out: never a full card number, PIN, CVV, password or secret. */
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

/** Adds a row for each event. For a change pass its transaction, so that no change is stored without its row. */
export async function writeAudit(db: Db, ...events: readonly AuditEvent[]): Promise<void> {
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
        refusal: event.refusal === undefined ? null : maskCardNumbers(event.refusal).slice(0, MAX_REFUSAL),
        changes: event.changes?.length ? toSafeJson(event.changes) : null,
      })),
    )
    .execute()
}

/** Longer ones list every wrong row of a file. */
const MAX_REFUSAL = 1000

/** Handlers pass no card numbers, but a text that a user typed can contain one. */
const toSafeJson = (changes: readonly Change[]): string =>
  JSON.stringify(changes, (_key, value: unknown) => (typeof value === 'string' ? maskCardNumbers(value) : value))

/** Whether the same user has an entry about the same thing with the same result since that time. */
export async function wasAuditedSince(db: Db, event: AuditEvent, since: number): Promise<boolean> {
  const found = await db
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
  return found !== undefined
}

/** A report file, or a report on screen by its file’s name without the ending, and how much of it was given. */
export interface Download {
  readonly fileName: string
  /** Undefined for all campaigns. */
  readonly campaignIds: readonly number[] | undefined
  readonly rows: number
}

/** How a download is named in the trail; the file's name says which report, for which days and in which format. */
export const downloadToSubject = ({ fileName, campaignIds, rows }: Download) => {
  const campaigns = campaignIds?.slice(0, MAX_CAMPAIGNS).join() ?? '0'
  return { subjectType: 'report', subjectId: `${fileName}?campaign=${campaigns}&rows=${rows}` } as const
}

/** The maximum size of an index entry. */
const MAX_CAMPAIGNS = 100

/** What downloadToSubject was given; undefined for other subjects. */
export function subjectToDownload(subjectId: string): Download | undefined {
  const form = /^(?<fileName>[\w.-]+)\?campaign=(?<campaigns>[\d,]+)&rows=(?<rows>\d+)$/
  const { fileName, campaigns = '', rows } = form.exec(subjectId)?.groups ?? {}
  if (fileName === undefined) return undefined
  return { fileName, campaignIds: campaigns === '0' ? undefined : campaigns.split(',').map(Number), rows: Number(rows) }
}
