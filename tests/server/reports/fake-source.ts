// Generates any number of rows for a report instead of reading them, and records every requested chunk.
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import type { ReportQuery, ReportRow, ReportSource } from '#server/reports/source.ts'
import { trackingNumber } from '#tests/support/files.ts'

export interface FakeSource extends ReportSource {
  /** Reads a chunk, and records its query and its start. */
  readonly read: ReportSource['read']
  readonly starts: number[]
  readonly queries: ReportQuery[]
  /** Returns how often rows were counted. */
  readonly countCalls: () => number
}

interface Options {
  readonly rows: number
  readonly toRow?: (number: number) => ReportRow
  /** Called before each chunk, to delay it or to fail. */
  readonly before?: (from: number, db: Db) => Promise<unknown> | undefined
}

/** Generates rows 1 to `rows`; the cursor of a chunk is the number of its last row. */
export function fakeSource({ rows, toRow = loadOf, before }: Options): FakeSource {
  const starts: number[] = []
  const queries: ReportQuery[] = []
  let countCalls = 0
  return {
    starts,
    queries,
    countCalls: () => countCalls,
    count: () => {
      countCalls += 1
      return Promise.resolve(rows)
    },
    read: async (db, query, after, limit) => {
      const from = (after as number | undefined) ?? 0
      starts.push(from)
      queries.push(query)
      await before?.(from, db)
      const until = Math.min(rows, from + limit)
      const chunk = Array.from({ length: until - from }, (_, index) => toRow(from + index + 1))
      return { rows: chunk, next: until < rows ? until : undefined }
    },
  }
}

/** A row of the Detailed Top Up Report. */
export const loadOf = (number: number): ReportRow => ({
  POSTED: new Date(Date.UTC(2026, 2, 1) + number * 60_000),
  CAMPAIGN: 'Travel',
  TRACKINGNUMBER: trackingNumber(number),
  CARDNUMBER: '900001******0017',
  CUSTOMERREFERENCE: `REF-${number}`,
  BATCH: String(1 + (number % 7)),
  REFERENCE: number % 3 === 0 ? null : `Load ${number}`,
  AMOUNT: number * 105,
  FEES: 50,
  BALANCE: number % 2 === 0 ? -number : number,
})

export const march: ReportQuery = {
  ownerId: 3,
  campaignIds: undefined,
  start: '2026-03-01' as CalendarDate,
  end: '2026-03-31' as CalendarDate,
  timeZone: 'Asia/Singapore',
  asOf: new Date('2026-04-01T00:00:00Z'),
  lastTransactionId: 0,
}

/** All bytes in one array. */
export async function collect(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const receivedChunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) receivedChunks.push(chunk)
  return new Uint8Array(Buffer.concat(receivedChunks))
}
