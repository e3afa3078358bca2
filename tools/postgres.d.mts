// Types of postgres.mjs for the tests.
export interface PostgresServer {
  readonly url: string
  readonly version: string
  readonly stop: () => void
  readonly kill: () => Promise<void>
  readonly end: () => void
  readonly start: () => Promise<void>
}
export function startPostgres(options?: { readonly keeps?: boolean }): Promise<PostgresServer | undefined>
