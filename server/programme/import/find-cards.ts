// Finds the cards of a file's rows. Each row identifies its card by tracking number, card number, or both.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Refusals } from './refusals.ts'
import type { RowReader } from './row-reader.ts'
import type { ImportContext } from './import-file.ts'

/** The columns that identify the card of a row. */
export const cardIdentifierColumns = [
  { key: 'trackingNumber', heading: 'Tracking Number' },
  { key: 'cardNumber', heading: 'Card Number' },
] as const

/** At least one of the two numbers is set. */
export interface CardIdentifier {
  readonly trackingNumber: string | null
  readonly panHash: Buffer | null
}

export function readCardIdentifier(row: RowReader, { secrets }: ImportContext): CardIdentifier {
  const trackingNumber = row.trackingNumber('trackingNumber')
  const pan = row.cardNumber('cardNumber')
  if (trackingNumber === '' && pan === '')
    row.addFault('The row does not say which card: give its Tracking Number or Card Number.')
  return {
    trackingNumber: trackingNumber === '' ? null : trackingNumber,
    panHash: pan === '' ? null : secrets.panIndex(pan),
  }
}

/**
 * SQL that joins the owner's card of a row `s` as `c`. Use it as `FROM <table> s ${joinIdentifiedCards(ownerId)}`. The
 * columns of `c` are NULL if the card does not exist, or if the two numbers belong to different cards.
 */
export const joinIdentifiedCards = (ownerId: number): RawBuilder<unknown> => sql`
  LEFT JOIN card by_tracking ON by_tracking.tracking_number = s.tracking_number AND by_tracking.owner_id = ${ownerId}
  LEFT JOIN card by_pan ON by_pan.pan_hash = s.pan_hash AND by_pan.owner_id = ${ownerId}
  -- Each number that the row has must be that of the card.
  LEFT JOIN card c ON c.id = coalesce(by_tracking.id, by_pan.id)
    AND (s.tracking_number IS NULL OR c.id = by_tracking.id) AND (s.pan_hash IS NULL OR c.id = by_pan.id)`

/** Refuses the rows of a staged table that have no `card_id`. */
export async function refuseUnknownCards(db: Db, table: string, refusals: Refusals): Promise<void> {
  const { rows } = await sql<{ line: number; has_both_numbers: boolean }>`
    SELECT line, tracking_number IS NOT NULL AND pan_hash IS NOT NULL AS has_both_numbers
    FROM ${sql.table(table)} WHERE card_id IS NULL ORDER BY line`.execute(db)
  for (const { line, has_both_numbers } of rows)
    refusals.add(line, has_both_numbers ? 'There is no card with these two numbers.' : 'There is no such card.')
}
