// `npm run growth`: measures how fast the ledger is as it grows to 10 million entries: in one table, in partitions by
// month, and with the entries in partitions by account. It fills an empty database (DATABASE_URL) and writes its figures
// to docs/running/scaling.md. It disables foreign keys and triggers, so it needs a superuser. `-- --entries 1000000` uses
// less data and writes nothing.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/running/scaling.md')
const { values } = parseArgs({ options: { entries: { type: 'string' } } })
const entries = Number(values.entries ?? 10_000_000)
const MONTHS = 24
const ACCOUNTS = 1_000_000
/** A block is a posting of this many loads, and four single purchases for each. */
const LOADS = 500
const PURCHASES = 4 * LOADS
const ENTRIES_PER_BLOCK = LOADS + 1 + 2 * PURCHASES
const PARTITIONS = 16
const ROUNDS = 15
const START = '2024-11-01T00:00:00Z'

const url = process.env.DATABASE_URL
if (!url) stop('Set DATABASE_URL to an empty database that can be filled, by a superuser.')
// This command also creates the tables.
const ledgerCheck = spawnSync(process.execPath, [join(root, 'dist/host/programme.js'), 'ledger', 'check'], {
  encoding: 'utf8',
})
if (ledgerCheck.status !== 0) stop(`The tables could not be made: ${ledgerCheck.stdout}${ledgerCheck.stderr}`)
const client = new pg.Client(url)
await client.connect()
await client.query(
  "SET session_replication_role = replica; SET max_parallel_workers_per_gather = 0; SET TIME ZONE 'UTC'",
)
const { rows } = await client.query('SELECT count(*)::int AS n FROM ledger_entry')
if (rows[0].n > 0) stop('The database has a ledger already: give an empty one.')
const blockCount = Math.round(entries / ENTRIES_PER_BLOCK)
await createMonths()
await createAccountPartitions()

const rowsOfPage = []
for (const ledger of [
  { label: 'one table', transactionTable: 'ledger_transaction', entryTable: 'ledger_entry' },
  { label: 'by month', transactionTable: 'growth_transaction', entryTable: 'growth_entry' },
  { label: 'by account', transactionTable: 'account_transaction', entryTable: 'account_entry' },
]) {
  const { label, transactionTable, entryTable } = ledger
  let filledCount = 0
  for (const fraction of [0.1, 1]) {
    const upTo = Math.round(blockCount * fraction)
    await fillLoads(ledger, { from: filledCount, to: upTo })
    await fillPurchases(ledger, { from: filledCount, to: upTo })
    await client.query(`VACUUM ANALYZE ${transactionTable}`)
    await client.query(`VACUUM ANALYZE ${entryTable}`)
    const postingTime = await medianOf(ROUNDS, async (round) => {
      await fillLoads(ledger, { from: upTo + round, to: upTo + round + 1 })
    })
    const purchaseTime = await medianOf(ROUNDS, async (round) => {
      await fillPurchases(ledger, { from: upTo + round, to: upTo + round + 1 })
    })
    const statementTime = await medianOf(ROUNDS, (round) =>
      client.query(
        `SELECT t.posted_at, e.amount_cents, e.balance_after FROM ${entryTable} e JOIN ${transactionTable} t ON t.id = e.transaction_id
         WHERE e.account_id = $1 ORDER BY e.account_version DESC LIMIT 25`,
        [10 + ((round * 7919) % ACCOUNTS)],
      ),
    )
    const daySum = `SELECT count(*), sum(e.amount_cents) FROM ${transactionTable} t
      CROSS JOIN LATERAL (SELECT amount_cents FROM ${entryTable} WHERE transaction_id = t.id OFFSET 0) e
      WHERE t.owner_id = 1 AND t.posted_at >= $1::timestamptz + $2 * interval '1 day' AND t.posted_at < $1::timestamptz + ($2 + 1) * interval '1 day'`
    const daySumTime = await medianOf(ROUNDS, (round) => client.query(daySum, [START, round]))
    const readAllTime = await medianOf(1, () => client.query(`SELECT sum(amount_cents) FROM ${entryTable}`))
    filledCount = upTo + ROUNDS
    rowsOfPage.push([
      label,
      (upTo * ENTRIES_PER_BLOCK).toLocaleString('en'),
      ms(postingTime),
      ms(purchaseTime),
      ms(statementTime),
      ms(daySumTime),
      await pagesOf(daySum, [START, 1]),
      ms(readAllTime),
      await sizeOf(transactionTable, entryTable),
    ])
    console.log(rowsOfPage.at(-1).join('  '))
  }
}
const isInOldestMonth = "posted_at < '2024-12-01Z'"
const deleteTime = await medianOf(1, async () => {
  await client.query(
    `DELETE FROM ledger_entry WHERE transaction_id IN (SELECT id FROM ledger_transaction WHERE ${isInOldestMonth})`,
  )
  await client.query(`DELETE FROM ledger_transaction WHERE ${isInOldestMonth}`)
})
const dropTime = await medianOf(1, () => client.query('DROP TABLE growth_transaction_0, growth_entry_0'))
await client.end()

const text = `| Ledger | Entries | Write ${LOADS} loads | Write ${PURCHASES.toLocaleString('en')} purchases | Statement of a card | A day's sum | Its pages | Read all entries | On disk |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rowsOfPage.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Removing the oldest of ${MONTHS} months: ${ms(deleteTime)} by DELETE, ${ms(dropTime)} by dropping a partition. Measured ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}.`
console.log(`\n${text}`)
if (values.entries === undefined) {
  const oldText = readFileSync(page, 'utf8')
  const newText = oldText.replace(
    /(<!-- npm run growth -->\n)[^]*?(\n<!-- end -->)/,
    (_, start, end) => `${start}\n${text}\n${end}`,
  )
  if (newText === oldText) stop(`${page} has no place for the figures.`)
  writeFileSync(page, newText)
}

/** Creates the same tables and indexes in partitions by month. Unique keys must include the partition key. */
async function createMonths() {
  await client.query(`
    CREATE TABLE growth_transaction (LIKE ledger_transaction INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (posted_at);
    CREATE UNIQUE INDEX ON growth_transaction (id, posted_at);
    CREATE UNIQUE INDEX ON growth_transaction (reverses, posted_at);
    CREATE TABLE growth_entry (LIKE ledger_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (transaction_id);
    CREATE UNIQUE INDEX ON growth_entry (transaction_id, account_id);
    CREATE UNIQUE INDEX ON growth_entry (account_id, account_version, transaction_id);`)
  const { rows: otherIndexes } = await client.query(
    `SELECT indexdef FROM pg_indexes WHERE tablename IN ('ledger_transaction', 'ledger_entry') AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  )
  for (const { indexdef } of otherIndexes)
    await client.query(indexdef.replace(/INDEX \w+ ON \w+\.ledger_/, 'INDEX ON growth_'))
  const perMonth = Math.ceil(((blockCount + 2 * ROUNDS) * (PURCHASES + 1)) / MONTHS) + 1
  for (let month = 0; month < MONTHS; month += 1)
    await client.query(`
      CREATE TABLE growth_transaction_${month} PARTITION OF growth_transaction
        FOR VALUES FROM ('${monthStart(month)}') TO ('${monthStart(month + 1)}');
      CREATE TABLE growth_entry_${month} PARTITION OF growth_entry FOR VALUES FROM (${month * perMonth + 1}) TO (${(month + 1) * perMonth + 1});`)
  await client.query(`
    CREATE TABLE growth_transaction_rest PARTITION OF growth_transaction DEFAULT;
    CREATE TABLE growth_entry_rest PARTITION OF growth_entry DEFAULT`)
}

function monthStart(month) {
  const start = new Date(START)
  start.setUTCMonth(start.getUTCMonth() + month)
  return start.toISOString()
}

/**
 * Creates the entries in partitions by a hash of their account. All unique keys contain the account, so they stay as
 * they are.
 */
async function createAccountPartitions() {
  await client.query(`
    CREATE TABLE account_transaction (LIKE ledger_transaction INCLUDING ALL);
    CREATE TABLE account_entry (LIKE ledger_entry INCLUDING ALL) PARTITION BY HASH (account_id)`)
  for (let part = 0; part < PARTITIONS; part += 1)
    await client.query(`
      CREATE TABLE account_entry_${part} PARTITION OF account_entry FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`)
}

/**
 * Inserts blocks from `from` (inclusive) to `to` (exclusive). The loads of a block are one transaction from the funding
 * account to 500 of a million cards. The blocks are spread over the months, and the primes spread them over the cards.
 */
async function fillLoads({ transactionTable, entryTable }, { from, to }) {
  await client.query(
    `INSERT INTO ${transactionTable} (id, owner_id, kind, posted_at, batch_id, first_row, last_row)
     SELECT ${firstId('b')}, 1, 'load', ${timeOf('b')}, b + 1, 1, ${LOADS}
     FROM generate_series(${from}::bigint, ${to - 1}::bigint) b`,
  )
  await client.query(
    `INSERT INTO ${entryTable} (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
     SELECT ${firstId('b')}, 1, -100 * ${LOADS}, 1000000, 1000000 - 100 * ${LOADS}, b + 1
     FROM generate_series(${from}::bigint, ${to - 1}::bigint) b
     UNION ALL
     SELECT ${firstId(`n / ${LOADS}`)}, 10 + n * 7919 % ${ACCOUNTS}, 100, 1000000, 1000100, n / ${ACCOUNTS} * 5 + 1
     FROM generate_series(${from * LOADS}::bigint, ${to * LOADS - 1}::bigint) n`,
  )
}

/** Inserts the purchases of these blocks. Of each card's five entries, the first is a load and the others purchases. */
async function fillPurchases({ transactionTable, entryTable }, { from, to }) {
  const numbers = `generate_series(${from * PURCHASES}::bigint, ${to * PURCHASES - 1}::bigint) n`
  const id = `${firstId(`n / ${PURCHASES}`)} + 1 + n % ${PURCHASES}`
  const card = `n * 104729 % ${ACCOUNTS}`
  await client.query(
    `INSERT INTO ${transactionTable} (id, owner_id, kind, posted_at, card_id, description, merchant_id, auth_number)
     SELECT ${id}, 1, 'purchase', ${timeOf(`n / ${PURCHASES}`)}, ${card} + 1, 'Northline Rail', '900000000005', '263692' FROM ${numbers}`,
  )
  await client.query(
    `INSERT INTO ${entryTable} (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
     SELECT ${id}, account_id, amount, 1000000, 1000000 + amount, version FROM ${numbers}, LATERAL (VALUES
       (2, 25, n + 1), (10 + ${card}, -25, n / ${ACCOUNTS} / 4 * 5 + 2 + n / ${ACCOUNTS} % 4)
     ) AS sides (account_id, amount, version)`,
  )
}

function firstId(block) {
  return `(${block}) * ${PURCHASES + 1} + 1`
}

function timeOf(block) {
  return `'${START}'::timestamptz + (${block}) * interval '1 second' * ${(MONTHS * 30.4 * 86_400) / blockCount}`
}

async function sizeOf(...tables) {
  const { rows: sizes } = await client.query(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(oid))) AS size FROM pg_class
     WHERE oid = ANY ($1::regclass[]) OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ANY ($1::regclass[]))`,
    [tables],
  )
  return sizes[0].size
}

async function medianOf(rounds, work) {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await work(round)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]
}

/** The pages that a query reads, which do not depend on other work of the machine. */
async function pagesOf(query, values) {
  const { rows: plans } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`, values)
  const { Plan: plan } = plans[0]['QUERY PLAN'][0]
  return (plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toLocaleString('en')
}

function ms(time) {
  if (time >= 1000) return `${(time / 1000).toFixed(1)} s`
  const decimals = time < 10 ? 1 : 0
  return `${time.toFixed(decimals)} ms`
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
