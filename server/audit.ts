// The audit trail: who did what to what, when and with which result. It only grows (migration 0001).
import type { ResultCode } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/facts.ts'
import type { Db, SessionContext } from './context.ts'

export interface AuditEvent {
  readonly at: number
  readonly userId: number | null
  readonly ownerId: number | null
  readonly method: string
  readonly subjectType?: string | undefined
  readonly subjectId?: string | undefined
  readonly resultCode: string
  readonly correlationId: string
  readonly requestId?: string | undefined
  /** By a command of whoever runs the host; there is no user then. */
  readonly byProgramme?: true
}

/** Adds a row for each event; inside a change its transaction is given, so that there is no change without its row. */
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
        by_programme: event.byProgramme ?? false,
      })),
    )
    .execute()
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

/** As many as an entry of the index holds. */
const MAX_CAMPAIGNS = 100

/** What downloadToSubject was given; undefined for other subjects. */
export function subjectToDownload(subjectId: string): Download | undefined {
  const form = /^(?<fileName>[\w.-]+)\?campaign=(?<campaigns>[\d,]+)&rows=(?<rows>\d+)$/
  const { fileName, campaigns = '', rows } = form.exec(subjectId)?.groups ?? {}
  if (fileName === undefined) return undefined
  return { fileName, campaignIds: campaigns === '0' ? undefined : campaigns.split(',').map(Number), rows: Number(rows) }
}

/** Reads that show many cards, or one in full, are in the trail like changes: who, what, how many (threats T21). */
interface Reading {
  readonly method: AuditedMethod
  /** 'card' with its id, 'cards' and 'rows' with how many were given, or 'report' as downloadToSubject names it. */
  readonly subjectType: 'card' | 'cards' | 'rows' | 'report'
  readonly subjectId: number | string
  readonly resultCode: ResultCode
}

/** Adds the row before the answer goes out: nothing is shown that could not be written down. */
export async function auditReading(context: SessionContext, reading: Reading, db: Db = context.db): Promise<void> {
  await writeAudit(db, {
    at: context.now(),
    userId: context.viewer.userId,
    ownerId: context.viewer.ownerId,
    method: reading.method,
    subjectType: reading.subjectType,
    subjectId: String(reading.subjectId),
    resultCode: reading.resultCode,
    correlationId: context.correlationId,
  })
}
