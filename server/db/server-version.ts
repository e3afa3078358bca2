// Passes the server's version to the database, so that an older server stops when a newer server has changed the
// tables.

const NAME = 'portal/'

/** The name of a connection. The database reads the server's version from it (refuse_older_server). */
export const connectionName = (version: number): string => `${NAME}${version}`

/** Raised by the database when an older server posts. */
const OLDER_SERVER = 'PT426'

export const isOlderServer = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === OLDER_SERVER
