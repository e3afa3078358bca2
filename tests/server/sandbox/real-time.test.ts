// The places of the server that read the machine's or the database's clock, which no sandbox moves. Everything else has
// to take the time from `now` of the services or, in SQL, from programme_time(). A new place needs a reason here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../server')

const ofMachine: Readonly<Record<string, string>> = {
  'sandbox/clock.ts': 'the clock itself',
  'programme/sandbox/reset.ts': 'the clock of a sandbox after its reset',
  'programme/init/init.ts': 'the file is read before the database is opened',
  'programme/check/database.ts': 'compares the clocks of two machines',
  'sso/check.ts': 'the clock of the provider',
  'sso/provider.ts': 'the clock of the provider, and how old its addresses are',
  'programme/keys/rotate-online.ts': 'how long the command waits',
  'db/private/private-postgres.ts': 'how long a process is waited for',
  'db/private/start-lock.ts': 'the age of a file of another process',
}
const ofDatabase: Readonly<Record<string, string>> = {
  'jobs/queue.ts': 'leases end when a server has been killed, however fast the clock runs',
  'sandbox/move-clock.ts': 'the real time at which the clock was moved',
  'programme/sandbox/mark.ts': 'the clock of a new sandbox',
  'programme/sandbox/reset.ts': 'the clock of a sandbox after its reset',
  'programme/check/database.ts': 'compares the clocks of two machines',
  'db/replica.ts': 'how far a replica is behind',
  'db/migrate.ts': 'when a migration was applied to the real database',
  'db/migrations/0001-schema/platform.ts': 'when a client was installed',
  'db/migrations/0001-schema/sandbox.ts': 'the clock itself',
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const withoutComments = (text: string) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').replaceAll(/^\s*--.*$/gm, '')

const MACHINE = /\bDate\.now\b|\bnew Date\(\)/
const DATABASE =
  /\b(?:now\(\)|(?:clock|transaction|statement)_timestamp\(|current_(?:date|time|timestamp)\b|localtime(?:stamp)?\b|timeofday\()/i

/** The SQL of a file: its template literals, without what the code inserts into them. */
function sqlOf(text: string): string {
  return [...withoutComments(text).matchAll(/`[^`]*`/gs)]
    .map(([literal]) => literal.replaceAll(/\$\{[^}]*\}/g, ''))
    .filter((literal) => /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|FROM|WHERE|DEFAULT)\b/.test(literal))
    .join('\n')
}

const matching = (pattern: RegExp, read: (text: string) => string) =>
  files.filter((name) => pattern.test(read(readFileSync(join(root, name), 'utf8')))).sort()

it('reads the clock of the machine in these places only', () => {
  expect(matching(MACHINE, withoutComments)).toEqual(Object.keys(ofMachine).sort())
})

it('reads the clock of the database in these places only', () => {
  expect(matching(DATABASE, sqlOf)).toEqual(Object.keys(ofDatabase).sort())
})

it('finds what it looks for', () => {
  expect(['const now = Date.now', 'new Date()'].every((text) => MACHINE.test(text))).toBe(true)
  expect(MACHINE.test('new Date(services.now())')).toBe(false)
  expect(DATABASE.test(sqlOf('sql`UPDATE a SET b = now()`'))).toBe(true)
  expect(DATABASE.test(sqlOf('sql`UPDATE a SET b = ${new Date(now())}`'))).toBe(false)
  expect(DATABASE.test(sqlOf('sql.raw(`SELECT CURRENT_DATE`)'))).toBe(true)
})
