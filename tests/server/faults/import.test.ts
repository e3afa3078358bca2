// An import that is killed in the middle of a file (kill -9): imported chunks are complete, and importing the same file
// again adds the rest. Needs the build, like all tests of processes.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#server/ledger/check.ts'
import { numberedCard, cardsCsv } from '#tests/support/import-programme.ts'
import { freshInstance, type Instance, sampleFilePath } from '#tests/support/programme.ts'
import { programmeProgram } from '#tests/support/run-program.ts'

/** One chunk, and enough of the next that the kill comes before its end. */
const CARDS = 13_000
const CHUNK = 10_000

/** Runs a command as a process and kills it once its output matches. Returns the output. */
function run(
  instance: Instance,
  args: readonly string[],
  killAt?: RegExp,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [programmeProgram, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...instance.env },
    })
    let output = ''
    const addOutput = (bytes: Buffer) => {
      output += bytes.toString()
      if (killAt?.test(output)) child.kill('SIGKILL')
    }
    child.stdout.on('data', addOutput)
    child.stderr.on('data', addOutput)
    child.on('close', (code) => resolve({ code, output }))
  })
}

describe('a killed import', () => {
  let instance: Instance | undefined
  afterEach(() => instance?.remove())

  // Slow, since 13,000 cards are encrypted twice.
  it('leaves complete chunks, and continues with the same file', { timeout: 90_000 }, async () => {
    instance = await freshInstance('nothing')
    expect((await instance.run(['init', sampleFilePath])).code).toBe(0)
    const cardsFile = join(instance.folder, 'cards.csv')
    writeFileSync(cardsFile, cardsCsv(CARDS))
    // The first chunk is committed when the command reports it.
    const killedRun = await run(instance, ['import', 'cards', cardsFile], /cards: 10,000 of 13,000/)
    expect(killedRun.code).toBe(null)

    const { imported, faults } = await instance.withDb(async (db) => ({
      imported: (
        await sql<{ cards: number; balance: number }>`
          SELECT count(*) AS cards, sum(a.balance_cents)::bigint AS balance FROM card c JOIN account a ON a.card_id = c.id`.execute(
          db,
        )
      ).rows[0],
      faults: await checkLedger(db),
    }))
    expect(faults).toEqual([])
    expect(imported?.cards).toBeGreaterThanOrEqual(CHUNK)
    expect(imported?.cards).toBeLessThan(CARDS)
    // Every imported card has its balance, also in the last chunk.
    expect(imported?.balance).toBe(sumOf(imported?.cards ?? 0))

    const repeatedRun = await run(instance, ['import', 'cards', cardsFile])
    expect(repeatedRun.code).toBe(0)
    const [before, added] = [imported?.cards ?? 0, CARDS - (imported?.cards ?? 0)].map((number) =>
      number.toLocaleString('en'),
    )
    expect(repeatedRun.output).toContain(
      `${before} cards already exist with the same data.\n${added} cards were imported.`,
    )
    expect((await instance.run(['ledger', 'check'])).output.join()).toMatch(/^The ledger is in order/)
    const after = await instance.withDb((db) =>
      sql`SELECT sum(balance_cents)::bigint AS sum, count(*) AS cards FROM account WHERE kind = 'card'`.execute(db),
    )
    expect(after.rows).toEqual([{ sum: sumOf(CARDS), cards: CARDS }])
    const output = killedRun.output + repeatedRun.output
    expect(output).not.toContain(numberedCard(1).pan.slice(6, 12))
  })
})

/** The sum of the first cards' balances: card n has 10.00 plus n cents. */
const sumOf = (count: number): number => 1000 * count + (count * (count + 1)) / 2
