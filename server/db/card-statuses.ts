// The columns of the table `card` for the card's stored statuses. Each status has one column, with the time at which it
// was set.
import { type RawBuilder, sql } from 'kysely'
import { type StoredCardStatus, storedCardStatuses } from '#domain/cards/status.ts'

/** The column of a status: 'stopped_at' for 'stopped'. */
type StatusColumn<S extends StoredCardStatus = StoredCardStatus> = `${S}_at`
/** The columns of all statuses: { stopped_at: Date | null, … }. Null if the status is not set. */
export type StatusTimes = { readonly [S in StoredCardStatus as StatusColumn<S>]: Date | null }

export const statusColumn = <S extends StoredCardStatus>(status: S): StatusColumn<S> => `${status}_at`
export const statusColumns = storedCardStatuses.map((status) => statusColumn(status))

/** An object with a value for the column of each stored status. TypeScript cannot infer its keys, hence the cast. */
export const mapStatusColumns = <T>(
  toValue: (status: StoredCardStatus) => T,
): { readonly [Column in keyof StatusTimes]: T } =>
  Object.fromEntries(storedCardStatuses.map((status) => [statusColumn(status), toValue(status)])) as {
    [Column in keyof StatusTimes]: T
  }

/** SQL for the status columns of a card, in a list of columns. `c` is the alias of the table `card`. */
export const selectStatusTimes: RawBuilder<unknown> = sql.join(statusColumns.map((column) => sql.ref(`c.${column}`)))

/**
 * SQL for the stored status of card `c` that is shown: the one with the highest precedence. It has the name of the
 * event that set it. NULL if no status is set.
 */
export const shownStoredStatus = sql`CASE ${sql.join(
  storedCardStatuses.map((status) => sql`WHEN ${sql.ref(`c.${statusColumn(status)}`)} IS NOT NULL THEN ${status}`),
  sql` `,
)} END`

export const timesToFlags = (row: StatusTimes): Readonly<Record<StoredCardStatus, boolean>> =>
  mapStatuses((status) => row[statusColumn(status)] !== null)

/** An object with a value for each stored status. TypeScript cannot infer its keys, hence the cast. */
export const mapStatuses = <T>(toValue: (status: StoredCardStatus) => T): Readonly<Record<StoredCardStatus, T>> =>
  Object.fromEntries(storedCardStatuses.map((status) => [status, toValue(status)])) as Record<StoredCardStatus, T>

/** The columns to update when statuses are set (true) or ended (false) at this time. Undefined for other statuses. */
export const statusesToColumns = (statuses: Readonly<Partial<Record<StoredCardStatus, boolean>>>, at: Date) =>
  mapStatusColumns((status) => {
    const isSet = statuses[status]
    if (isSet === undefined) return undefined
    return isSet ? at : null
  })
