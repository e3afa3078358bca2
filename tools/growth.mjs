// `npm run growth`: measures how fast the ledger is as it grows to 10 million entries, in one table and in partitions by
// month. It fills an empty database (DATABASE_URL, as a superuser, because it disables foreign keys and triggers) and
// writes its figures to docs/running/scaling.md. `-- --entries 1000000` uses less data and writes nothing.
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
const CHUNK = 500
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
await createPartitions()

/** Each load has two entries. */
const loadCount = entries / 2
const rowsOfPage = []
for (const [label, transactionTable, entryTable] of [
  ['one table', 'ledger_transaction', 'ledger_entry'],
  ['by month', 'growth_transaction', 'growth_entry'],
]) {
  let filledCount = 0
  for (const fraction of [0.1, 1]) {
    const upTo = Math.round(loadCount * fraction)
    await fill(transactionTable, entryTable, filledCount, upTo)
    await client.query(`VACUUM ANALYZE ${transactionTable}; `.trim())
    await client.query(`VACUUM ANALYZE ${entryTable}`)
    const postingTime = await medianOf(ROUNDS, async (round) => {
      await fill(transactionTable, entryTable, upTo + round * CHUNK, upTo + (round + 1) * CHUNK)
    })
    const statementTime = await medianOf(ROUNDS, (round) =>
      client.query(
        `SELECT t.posted_at, e.amount_cents, e.balance_after FROM ${entryTable} e JOIN ${transactionTable} t ON t.id = e.transaction_id
         WHERE e.account_id = $1 ORDER BY e.account_version DESC LIMIT 25`,
        [10 + ((round * 7919) % ACCOUNTS)],
      ),
    )
    const daySumTime = await medianOf(ROUNDS, (round) =>
      client.query(
        `SELECT count(*), sum(e.amount_cents) FROM ${transactionTable} t JOIN ${entryTable} e ON e.transaction_id = t.id
         WHERE t.owner_id = 1 AND t.posted_at >= $1::timestamptz + $2 * interval '1 day' AND t.posted_at < $1::timestamptz + ($2 + 1) * interval '1 day'`,
        [START, round],
      ),
    )
    const readAllTime = await medianOf(1, () => client.query(`SELECT sum(amount_cents) FROM ${entryTable}`))
    filledCount = upTo + ROUNDS * CHUNK
    rowsOfPage.push([
      label,
      (upTo * 2).toLocaleString('en'),
      ms(postingTime),
      ms(statementTime),
      ms(daySumTime),
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

const text = `| Ledger | Entries | Write ${CHUNK} loads | Statement of a card | A day's sum | Read all entries | On disk |
| --- | --- | --- | --- | --- | --- | --- |
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
async function createPartitions() {
  await client.query(`
    CREATE TABLE growth_transaction (LIKE ledger_transaction INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (posted_at);
    CREATE UNIQUE INDEX ON growth_transaction (id, posted_at);
    CREATE UNIQUE INDEX ON growth_transaction (batch_id, row_no, posted_at);
    CREATE UNIQUE INDEX ON growth_transaction (reverses, posted_at);
    CREATE TABLE growth_entry (LIKE ledger_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (transaction_id);
    CREATE UNIQUE INDEX ON growth_entry (transaction_id, account_id);
    CREATE UNIQUE INDEX ON growth_entry (account_id, account_version, transaction_id);`)
  const { rows: otherIndexes } = await client.query(
    `SELECT indexdef FROM pg_indexes WHERE tablename IN ('ledger_transaction', 'ledger_entry') AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  )
  for (const { indexdef } of otherIndexes)
    await client.query(indexdef.replace(/INDEX \w+ ON \w+\.ledger_/, 'INDEX ON growth_'))
  const perMonth = Math.ceil((loadCount + 2 * ROUNDS * CHUNK) / MONTHS) + 1
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
 * Inserts the loads with the numbers from `from` (inclusive) to `to` (exclusive). Each moves money from the funding account
 * to one of a million cards. The loads are spread over the months, and the prime 7919 spreads them over the cards.
 */
async function fill(transactionTable, entryTable, from, to) {
  const seconds = (MONTHS * 30.4 * 86_400) / loadCount
  await client.query(
    `INSERT INTO ${transactionTable} (id, owner_id, kind, posted_at, card_id, batch_id, row_no)
     SELECT n + 1, 1, 'load', '${START}'::timestamptz + n * interval '1 second' * ${seconds}, n * 7919 % ${ACCOUNTS} + 1, n / 5000 + 1, n % 5000 + 1
     FROM generate_series(${from}::bigint, ${to - 1}::bigint) n`,
  )
  await client.query(
    `INSERT INTO ${entryTable} (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
     SELECT n + 1, account_id, amount, balance, balance + amount, version
     FROM generate_series(${from}::bigint, ${to - 1}::bigint) n, LATERAL (VALUES
       (1, -100::bigint, -100 * n, n + 1), (10 + n * 7919 % ${ACCOUNTS}, 100, 100 * (n / ${ACCOUNTS}), n / ${ACCOUNTS} + 1)
     ) AS sides (account_id, amount, balance, version)`,
  )
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

function ms(time) {
  return time >= 1000 ? `${(time / 1000).toFixed(1)} s` : `${time.toFixed(time < 10 ? 1 : 0)} ms`
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
