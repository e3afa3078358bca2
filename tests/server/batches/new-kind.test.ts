// Follows the instructions of docs/contributing.md for a new type of batch on a copy of the sources. The compiler names
// each file where it is missing; once the type is complete, its batches can be verified, uploaded, approved and posted.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangedSources, COMPILE_MS, copySources, filesOf } from '#tests/support/changed-sources.ts'

let copy: ChangedSources
/** The compiler's errors when only the name existed. */
let errorsBefore: string[]

beforeAll(() => {
  copy = copySources()
  addName()
  errorsBefore = copy.compile()
  completeType()
}, COMPILE_MS)
afterAll(() => copy.remove())

const FLOW = 'src/flows/upload/submit-upload.ts'

it('the compiler reports every file where a new batch type is missing', () => {
  expect(filesOf(errorsBefore)).toEqual([
    'server/handlers.ts',
    'server/programme/import/transactions/file.ts',
    'src/app/routes/routes.tsx',
    'src/contract/audit-actions.ts',
    'src/domain/batch/kinds.ts',
    'src/domain/batch/row-validators.ts',
    'src/domain/cards/transactions.ts',
    FLOW,
  ])
})

// The test above lists the files. Checking that there are no others takes a second full compilation.
it('the compiler reports nothing once the new type is complete', { timeout: COMPILE_MS }, () =>
  expect(copy.compile()).toEqual([]),
)

it('the server verifies, uploads, approves and posts batches of the new type', { timeout: 60_000 }, async () => {
  const { startDemoServer, approve, balanceOf, resultsOf } =
    await copy.importModule<typeof import('#tests/support/demo-server.ts')>('tests/support/demo-server.ts')
  const { processBatch } = await copy.importModule<typeof import('#server/ledger/process-batch.ts')>(
    'server/ledger/process-batch.ts',
  )
  const { checkLedger } = await copy.importModule<typeof import('#server/ledger/check.ts')>('server/ledger/check.ts')
  const { demoCardsInState } =
    await copy.importModule<typeof import('#server/demo/sample-batch.ts')>('server/demo/sample-batch.ts')
  const server = await startDemoServer()
  const { db } = server.database
  try {
    // A migration would allow the new type in the database.
    for (const table of ['batch_file', 'ledger_transaction'])
      await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_kind_check`)}`.execute(db)
    const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
    const cards = demoCardsInState('active', 3, [1])
    const stopped = cards[2]
    const batchElements = cards.map(({ pan }, index) => ({ identifier: pan, amount: `${index + 1}.50` }))
    const before = await Promise.all(cards.map(({ id }) => balanceOf(server, id)))
    const file = { requestId: randomUUID(), batchElements, identifierType: 1, fileName: 'rewards.csv' }
    const rules = { type: 'reward', name: 'r', batchSizeLimit: 10, additionalValidation: ['loadlimit'], reference: '' }
    // Only the copy has these operations and types.
    const call = olive.call as (method: string, params: object) => Promise<Record<string, unknown>>

    const verified = await call('verifyBatchFile', { ...rules, batchElements, identifierType: 1 })
    expect(verified).toMatchObject({
      resultCode: '0',
      batchElements: Array(3).fill({ findings: [], batchFeeAmount: '0.00' }),
    })
    const withoutReference = { ...file, loadReference: ' ', batchRewardOptions: [] }
    expect(await call('batchRewardUpload', withoutReference)).toMatchObject({ errors: [{ path: 'loadReference' }] })
    const uploaded = await call('batchRewardUpload', {
      ...file,
      requestId: randomUUID(),
      loadReference: 'Summer',
      batchRewardOptions: [],
    })
    expect(uploaded['resultCode']).toBe('0')
    const id = String(uploaded['batchLoadFileID'])
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${stopped?.id}`.execute(db)
    expect(await approve(server, amir, id)).toMatchObject({ resultCode: '0' })
    const processing = { db, timeZone: 'Asia/Singapore', now: server.server.now }
    expect(await processBatch(processing, Number(id))).toEqual({
      loadedCount: 2,
      loadedCents: 400,
      loadedFeeCents: 0,
      failedCount: 1,
    })
    expect(await processBatch(processing, Number(id))).toBeUndefined()

    expect((await resultsOf(server, id)).map((row) => row.result_text)).toEqual([
      'Rewarded',
      'Rewarded',
      'Not rewarded: the card is stopped.',
    ])
    expect(await Promise.all(cards.map((card) => balanceOf(server, card.id)))).toEqual(
      [150, 250, 0].map((cents, index) => (before[index] ?? 0) + cents),
    )
    const paidBy = await sql<{ kind: string; amount_cents: number }>`
      SELECT a.kind, e.amount_cents FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      JOIN account a ON a.id = e.account_id WHERE t.batch_id = ${id} AND a.card_id IS NULL ORDER BY t.row_no`.execute(
      db,
    )
    expect(paidBy.rows).toEqual([
      { kind: 'fee', amount_cents: -150 },
      { kind: 'fee', amount_cents: -250 },
    ])
    const { rows: transactions } = await sql`SELECT description FROM ledger_transaction WHERE batch_id = ${id}`.execute(
      db,
    )
    expect(transactions).toEqual(Array(2).fill({ description: 'Summer' }))
    const { recentActivity } = await olive.call('overview', {})
    expect(recentActivity.map(({ what }) => what)).toContain('Processed Summer: 2 rewarded, 1 failed')
    expect(await checkLedger(db)).toEqual([])
  } finally {
    await server.close()
  }
})

/** Adds only the type's name and the operation that uploads it. */
function addName(): void {
  copy.change('src/domain/batch/kinds.ts', "StoredBatchType = 'load' |", "StoredBatchType = 'reward' | 'load' |")
  copy.duplicate('src/contract/facts.ts', / {2}batchLoadUpload: .*\n/, { LoadUpload: 'RewardUpload' })
  copy.duplicate('src/contract/batches.ts', / {2}batchLoadUpload: \{[\s\S]*?\n {2}\},\n/, {
    LoadUpload: 'RewardUpload',
    LoadOptions: 'RewardOptions',
  })
}

/** Adds the rules of the type: a reward is paid from the programme's fee income, and checked like a load. */
function completeType(): void {
  copy.duplicate('src/domain/batch/kinds.ts', / {2}load: \{[\s\S]*?\n {2}\},\n/, {
    "load: {\n    type: 'load'": "reward: {\n    type: 'reward'",
    'm.batches_createBatchLoad()': "'Batch Reward'",
    '/batchload': '/batchreward',
    'chargesFee: true': 'chargesFee: false',
    "from: 'funding'": "from: 'fee'",
    'm.batches_load()': "'reward'",
    'm.batches_loads()': "'rewards'",
    'm.batches_loaded()': "'rewarded'",
  })
  copy.change(
    'src/domain/batch/row-validators.ts',
    '  load: validateLoads,\n',
    '  load: validateLoads,\n  reward: validateLoads,\n',
  )
  copy.change(
    'src/domain/cards/transactions.ts',
    '  purchase: {',
    "  reward: { type: 7, label: 'Reward' },\n  purchase: {",
  )
  copy.change('src/app/routes/routes.tsx', "  load: 'Layers',\n", "  load: 'Layers',\n  reward: 'Layers',\n")
  copy.change('server/programme/import/transactions/file.ts', "  load: '+',\n", "  load: '+',\n  reward: '+',\n")
  copy.duplicate('src/contract/audit-actions.ts', / {2}get batchLoadUpload\(\) \{[\s\S]*?\n {2}\},\n/, {
    LoadUpload: 'RewardUpload',
  })
  copy.duplicate(FLOW, / {2}load: async[\s\S]*?\n {4}\),\n/, {
    'load: async': 'reward: async',
    batchLoadUpload: 'batchRewardUpload',
    batchLoadOptions: 'batchRewardOptions',
  })
  copy.duplicate('server/batches/submit.ts', /export const batchLoadUpload[\s\S]*?\n\n/, {
    batchLoad: 'batchReward',
    "type: 'load'": "type: 'reward'",
  })
  copy.change(
    'server/batches/handlers.ts',
    'import { batchDevalueUpload,',
    'import { batchRewardUpload, batchDevalueUpload,',
  )
  copy.change('server/batches/handlers.ts', '  batchLoadUpload,\n', '  batchLoadUpload,\n  batchRewardUpload,\n')
}
