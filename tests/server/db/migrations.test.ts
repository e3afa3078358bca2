// The rule of server/db/migrate.ts: a migration removes nothing that servers of the previous version use. They
// continue to read, and to write audit entries, until they are restarted.
import { describe, expect, it } from 'vitest'
import { migrations } from '#server/db/migrate.ts'

/** Allowed removals, one version after the last use: 'number: change: statement', and a comment with that version. */
const allowedRemovals: readonly string[] = []

/** Changes that remove something, or that make writes of old servers fail. */
const breaking: readonly (readonly [string, RegExp])[] = [
  [
    'removes a table, view, function or type',
    /\bDROP\s+(TABLE|VIEW|MATERIALIZED\s+VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA)\b/i,
  ],
  [
    'removes a column',
    /\bALTER\s+TABLE\b[^;]*\bDROP\s+(COLUMN\b|(?!CONSTRAINT|DEFAULT|NOT|COLUMN|IDENTITY|EXPRESSION)\w)/i,
  ],
  ['renames', /\bALTER\s+\w+\b[^;]*\bRENAME\b/i],
  ['changes a type', /\bALTER\s+TABLE\b[^;]*\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['makes a column mandatory', /\bALTER\s+TABLE\b[^;]*\bSET\s+NOT\s+NULL\b/i],
  [
    'adds a mandatory column without a default',
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\w+\s(?![^;,]*\b(DEFAULT|GENERATED)\b)[^;,]*\bNOT\s+NULL\b/i,
  ],
  ['removes a default', /\bALTER\s+TABLE\b[^;]*\bDROP\s+DEFAULT\b/i],
  ['empties a table', /\bTRUNCATE\s+(TABLE\s+)?(?!ON\b)(?!OR\b)\w/i],
]

function findBreakingChanges(sql: string): string[] {
  // Without comments and the bodies of functions.
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$[^]*?\$\$/g, "''")
    .split(';')
  return statements.flatMap((statement) =>
    breaking
      .filter(([, pattern]) => pattern.test(statement))
      .map(([what]) => `${what}: ${statement.trim().replace(/\s+/g, ' ')}`),
  )
}

describe('migrations', () => {
  it('remove nothing that the previous version uses', () => {
    const removals = migrations
      .slice(1)
      .flatMap(({ number, sql }) => findBreakingChanges(sql).map((what) => `${number}: ${what}`))
    expect(removals).toEqual(allowedRemovals)
  })

  it.each([
    'DROP TABLE card_note',
    'DROP FUNCTION name_words(text)',
    'ALTER TABLE card DROP COLUMN phone',
    'ALTER TABLE card DROP phone',
    'ALTER TABLE card ADD COLUMN a int, DROP COLUMN phone',
    'ALTER TABLE card RENAME COLUMN phone TO telephone',
    'ALTER TABLE card RENAME TO cards',
    'ALTER INDEX card_phone RENAME TO card_telephone',
    'ALTER TABLE card ALTER COLUMN phone TYPE varchar(20)',
    'ALTER TABLE card ALTER phone SET DATA TYPE varchar(20)',
    'ALTER TABLE card ALTER COLUMN phone SET NOT NULL',
    'ALTER TABLE card ADD COLUMN shape text NOT NULL',
    "ALTER TABLE card\n  ADD COLUMN size int DEFAULT 1,\n  ADD COLUMN shape text NOT NULL CHECK (shape <> '')",
    'ALTER TABLE card ALTER COLUMN phone DROP DEFAULT',
    'TRUNCATE card_note',
  ])('rejects %s', (statement) => expect(findBreakingChanges(statement)).toHaveLength(1))

  it.each([
    'CREATE TABLE shape (id bigint PRIMARY KEY, name text NOT NULL)',
    'ALTER TABLE card ADD COLUMN shape text',
    "ALTER TABLE card ADD COLUMN shape text NOT NULL DEFAULT ''",
    'ALTER TABLE card ADD COLUMN id2 bigint NOT NULL GENERATED ALWAYS AS IDENTITY',
    'ALTER TABLE card DROP CONSTRAINT card_check, ADD CONSTRAINT card_check CHECK (phone IS NOT NULL)',
    'ALTER TABLE card ALTER COLUMN phone DROP NOT NULL',
    'DROP INDEX card_phone',
    'CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON shape FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    '-- DROP TABLE card\nCREATE INDEX card_shape ON card (shape)',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; END $$',
  ])('accepts %s', (statement) => expect(findBreakingChanges(statement)).toEqual([]))
})
