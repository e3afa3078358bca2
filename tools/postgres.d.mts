// Types of postgres.mjs for the tests.
export function startPostgres(): Promise<{ url: string; version: string; stop: () => void } | undefined>
