// The columns of the table `card` with the times at which the card's statuses were set: one for each stored status.
import { type RawBuilder, sql } from 'kysely'
import { type StoredCardStatus, storedCardStatuses } from '#domain/cards/status.ts'

type StatusColumn<S extends StoredCardStatus = StoredCardStatus> = `${S}_at`
/** Null if the status is not set. */
export type StatusTimes = { readonly [S in StoredCardStatus as StatusColumn<S>]: Date | null }

export const statusColumn = <S extends StoredCardStatus>(status: S): StatusColumn<S> => `${status}_at`
export const statusColumns = storedCardStatuses.map((status) => statusColumn(status))

/** A value for the column of each stored status. */
export const timesToColumns = <T>(
  toValue: (status: StoredCardStatus) => T,
): { readonly [Column in keyof StatusTimes]: T } =>
  Object.fromEntries(storedCardStatuses.map((status) => [statusColumn(status), toValue(status)])) as {
    [Column in keyof StatusTimes]: T
  }

/** The columns of the table alias `c`, a card, for a list of columns. */
export const selectStatusTimes: RawBuilder<unknown> = sql.join(statusColumns.map((column) => sql.ref(`c.${column}`)))

/** The stored status of the table alias `c` with the highest precedence, which is also the event that set it. */
export const shownStoredStatus = sql`CASE ${sql.join(
  storedCardStatuses.map((status) => sql`WHEN ${sql.ref(`c.${statusColumn(status)}`)} IS NOT NULL THEN ${status}`),
  sql` `,
)} END`

export const timesToFlags = (row: StatusTimes): Readonly<Record<StoredCardStatus, boolean>> =>
  mapStatuses((status) => row[statusColumn(status)] !== null)

/** A value for each stored status. */
export const mapStatuses = <T>(toValue: (status: StoredCardStatus) => T): Readonly<Record<StoredCardStatus, T>> =>
  Object.fromEntries(storedCardStatuses.map((status) => [status, toValue(status)])) as Record<StoredCardStatus, T>

/** The columns to update when statuses are set (true) or ended (false) at this time; undefined for the others. */
export const statusesToColumns = (statuses: Readonly<Partial<Record<StoredCardStatus, boolean>>>, at: Date) =>
  timesToColumns((status) => (statuses[status] === undefined ? undefined : statuses[status] ? at : null))
