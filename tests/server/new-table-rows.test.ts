// New rows of four tables: a card status with the action that sets it, a type of batch, and a field of ordered cards. On
// a copy of the sources, the compiler names each file where a row is missing, as the heads of the tables say; once the
// rows are complete, the server handles them. Together, since compiling the sources takes longer than everything else.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangedSources, COMPILE_MS, copySources, filesOf } from '#tests/support/changed-sources.ts'

let copy: ChangedSources
/** The compiler's errors when only the tables had the rows. */
let errorsBefore: string[]

beforeAll(() => {
  copy = copySources()
  declareStatusAndAction()
  addType()
  addField()
  errorsBefore = copy.compile()
  completeStatusAndAction()
  completeType()
  completeField()
}, COMPILE_MS)
afterAll(() => copy.remove())

const filesWithoutRow = {
  cardStatus: [
    'server/demo/insert-cards.ts',
    'server/ledger/card-facts.ts',
    'server/programme/import/cards/file.ts',
    'server/reports/sources/card-balance.ts',
    'src/app/search/server-results.ts',
    'src/domain/batch/load-checks.ts',
    'src/domain/cards/history.ts',
    'src/pages/cards/details/CardPanels.tsx',
    'src/pages/cards/details/card.ts',
    'src/pages/cards/search/Results.tsx',
    'src/pages/cards/search/columns.ts',
  ],
  cardAction: [
    'server/cards/handlers.ts',
    'src/contract/audit-actions.ts',
    'src/flows/pending-changes/change-types.ts',
    'src/pages/cards/details/action-views.ts',
  ],
  batchType: [
    'server/handlers.ts',
    'server/programme/import/transactions/file.ts',
    'server/rest/batches.ts',
    'src/app/routes/routes.tsx',
    'src/contract/audit-actions.ts',
    'src/contract/rest.ts',
    'src/domain/approvals/rules.ts',
    'src/domain/batch/types.ts',
    'src/domain/batch/row-validators.ts',
    'src/domain/cards/transactions.ts',
    'src/flows/upload/submit-upload.ts',
  ],
  orderField: ['server/orders/producer-file.ts', 'src/domain/files/heading-words.ts', 'src/domain/order/sample.ts'],
}

it('the compiler reports every file where a new row is missing', () => {
  expect(filesOf(errorsBefore)).toEqual([...new Set(Object.values(filesWithoutRow).flat())].toSorted())
})

it(
  'the server sets the new status by the new action, and shows it in history, audit trail and card file',
  { timeout: 60_000 },
  async () => {
    const { startDemoServer } =
      await copy.importModule<typeof import('#tests/support/demo-server.ts')>('tests/support/demo-server.ts')
    const { demoCardsInState } =
      await copy.importModule<typeof import('#server/demo/sample-batch.ts')>('server/demo/sample-batch.ts')
    const { auditEntryToText } = await copy.importModule<typeof import('#contract/audit-actions.ts')>(
      'src/contract/audit-actions.ts',
    )
    const { createCardExport } = await copy.importModule<typeof import('#server/programme/export/cards.ts')>(
      'server/programme/export/cards.ts',
    )
    const server = await startDemoServer()
    const { db } = server.database
    try {
      // A migration would allow the event in the database, and add the column.
      await sql`ALTER TABLE card_event DROP CONSTRAINT card_event_kind_check`.execute(db)
      await sql`ALTER TABLE card ADD COLUMN returned_at timestamptz`.execute(db)
      const [olive, rita] = [await server.logIn('olive'), await server.logIn('rita')]
      const [card] = demoCardsInState('active', 1, [1])
      if (!card) throw new Error('the demo has no such card')
      // Only the copy has this operation.
      const markReturned = (person: typeof olive) =>
        (person.call as (method: string, params: object) => Promise<unknown>)('markReturned', {
          cardNumber: card.pan,
          requestId: randomUUID(),
        })
      expect(await markReturned(rita)).toMatchObject({ resultCode: '-20403' })
      expect(await markReturned(olive)).toMatchObject({ resultCode: '0', resultText: 'Marked as returned' })
      expect(await markReturned(olive)).toMatchObject({ resultCode: '-20409', resultText: 'Returned already.' })

      const voucherID = String(card.id)
      const { events } = await olive.call('cardHistory', { voucherID })
      expect(events[0]).toMatchObject({ kind: 'returned', username: 'olive' })
      const details = (await olive.call('cardDetails', { voucherID })).card
      expect(details).toMatchObject({ STATUSUSERNAME: 'olive', STATUSDATE: events[0]?.at })
      expect(auditEntryToText('markReturned', '0', 'card 9')).toBe('marked card 9')
      const { rows } = await sql`
        SELECT changes FROM audit_event WHERE method = 'markReturned' AND result_code = '0'`.execute(db)
      expect(rows).toEqual([{ changes: [{ field: 'cardStatus', before: ['activated'], after: ['returned'] }] }])
      const { headings, readRows } = await createCardExport(db, card.campaign.ownerId, undefined)
      const [row] = await readRows({ after: card.id - 1, upTo: card.id, cardCount: 1 })
      const field = (heading: string) => row?.[headings.indexOf(heading)]
      expect([field('State'), field('Returned')]).toEqual(['returned', events[0]?.at])
    } finally {
      await server.close()
    }
  },
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
      JOIN account a ON a.id = e.account_id WHERE t.batch_id = ${id} AND a.card_id IS NULL`.execute(db)
    expect(paidBy.rows).toEqual([{ kind: 'fee', amount_cents: -400 }])
    const { rows: transactions } = await sql`SELECT description FROM ledger_transaction WHERE batch_id = ${id}`.execute(
      db,
    )
    expect(transactions).toEqual([{ description: 'Summer' }])
    const { recentActivity } = await olive.call('overview', {})
    expect(recentActivity.map(({ what }) => what)).toContain('Processed Summer: 2 rewarded, 1 failed')
    expect(await checkLedger(db)).toEqual([])
  } finally {
    await server.close()
  }
})

it('the portal then sends the field, and the server accepts, stores and shows it', { timeout: 60_000 }, async () => {
  const { startDemoServer } =
    await copy.importModule<typeof import('#tests/support/demo-server.ts')>('tests/support/demo-server.ts')
  const { idsToOrders } =
    await copy.importModule<typeof import('#rows/order-elements.ts')>('src/rows/order-elements.ts')
  const { lineToRow } =
    await copy.importModule<typeof import('#tests/support/line-to-row.ts')>('tests/support/line-to-row.ts')
  const { physicalRows } =
    await copy.importModule<typeof import('#tests/support/row-types.ts')>('tests/support/row-types.ts')
  const { physicalSubmission, cardOrder, PHYSICAL_CAMPAIGN } =
    await copy.importModule<typeof import('#tests/support/order-calls.ts')>('tests/support/order-calls.ts')
  const server = await startDemoServer()
  try {
    const olive = await server.logIn('olive')
    const cells = ['Mei', 'Tan', 'staff 1', '50', '', '', '', '', '', 'CC-7']
    const row = lineToRow(physicalRows, { rowNumber: 1, fields: cells })
    if (!row) throw new Error('no row')
    const [element] = idsToOrders('physical', { rowType: () => physicalRows, row: () => row }, [1])
    expect(element).toMatchObject({ name: 'Mei', loadAmount: 5_000, cardOrderFee: 0, address2: '', costCentre: 'CC-7' })
    const cardOrders = [{ ...cardOrder(), costCentre: 'x'.repeat(21) }, element ?? cardOrder()]
    const verification = await olive.call('verifyCardOrder', { campaignID: PHYSICAL_CAMPAIGN, cardOrders })
    expect(verification.cardOrders.map(({ ERROR }) => ERROR)).toEqual([
      expect.stringContaining('Cost Centre'),
      undefined,
    ])
    const { cardOrderId } = await olive.call('batchCardOrder', physicalSubmission({ cardOrders: cardOrders.slice(1) }))
    const storedOrder = await olive.call('myCardOrderRows', { orderId: cardOrderId })
    expect(storedOrder.cardOrders).toEqual([{ ...element, rowNumber: 1, state: 'waiting', voucherID: null }])
  } finally {
    await server.close()
  }
})

const DEVALUE = `  devalue: {
    label: textOf(m.cards_devalue),
    slot: 'barEnd',`

/** Adds the two table rows, and the operation that the action names. */
function declareStatusAndAction(): void {
  copy.change(
    'src/domain/cards/status.ts',
    '  expired: {',
    "  returned: { label: 'Returned', badge: 'T', badgeName: 'Returned', source: 'stored' },\n  expired: {",
  )
  copy.change(
    'src/domain/cards/actions.ts',
    DEVALUE,
    `  markReturned: {
    label: 'Mark as returned',
    slot: 'bar',
    method: 'markReturned',
    errorRank: 7,
    effect: 'The card is shown as returned.',
    success: 'Marked as returned',
    refusal: (card) => (card.returned ? 'Returned already.' : undefined),
  },
${DEVALUE}`,
  )
  copy.duplicate('src/contract/methods.ts', / {2}changePin: .*\n/, { changePin: 'markReturned' })
  copy.duplicate('src/contract/card-actions.ts', / {2}unstopCard: \{[\s\S]*?\n {2}\},\n/, {
    unstopCard: 'markReturned',
  })
}

/** Completes the places that the compiler reports. */
function completeStatusAndAction(): void {
  // The status
  copy.change(
    'src/domain/cards/history.ts',
    "  retired: statusEvent('retired'),",
    "  retired: statusEvent('retired'),\n  returned: statusEvent('returned'),",
  )
  copy.change(
    'src/domain/batch/load-checks.ts',
    "  stopped: 'cardStopped',",
    "  stopped: 'cardStopped',\n  returned: 'cardStopped',",
  )
  copy.change('server/demo/insert-cards.ts', '      retired: card', '      returned: null,\n      retired: card')
  copy.duplicate('server/programme/import/cards/file.ts', / {2}stopped: \{.*\n/, {
    stopped: 'returned',
    Stopped: 'Returned',
  })
  for (const value of ['row.retired === true', 'false'])
    copy.change('server/ledger/card-facts.ts', `retired: ${value},`, `retired: ${value},\n    returned: false,`)
  copy.change(
    'server/reports/sources/card-balance.ts',
    'readonly retired: boolean',
    'readonly retired: boolean\n  readonly returned: boolean',
  )
  copy.change(
    'src/pages/cards/details/CardPanels.tsx',
    "  retired: 'critical',",
    "  retired: 'critical',\n  returned: 'critical',",
  )
  copy.change('src/pages/cards/search/Results.tsx', "  R: 'critical',", "  R: 'critical',\n  T: 'critical',")
  for (const path of [
    'src/app/search/server-results.ts',
    'src/pages/cards/search/columns.ts',
    'src/pages/cards/details/card.ts',
  ])
    copy.change(path, 'retired: card.RETIRED === 1,', 'retired: card.RETIRED === 1,\n  returned: false,')

  // The action
  copy.duplicate('src/contract/audit-actions.ts', / {2}changePin: .*\n/, {
    'changePin:': 'markReturned:',
    'm.contract_changePin': "() => 'mark'",
    'm.contract_changedPin': "() => 'marked'",
  })
  copy.duplicate('src/flows/pending-changes/change-types.ts', / {2}retireCard: card\('retireCard'\),\n/, {
    retireCard: 'markReturned',
  })
  copy.duplicate('src/pages/cards/details/action-views.ts', / {2}unstop: \{[\s\S]*?\n {2}\},\n/, {
    'unstop: {': 'markReturned: {',
    "'unstop'": "'markReturned'",
    'm.cards_unstop()': "'Mark as returned'",
    'm.common_unstopped()': "'marked as returned'",
    unstopCard: 'markReturned',
  })
  copy.duplicate('server/cards/change-state.ts', /export const unstopCard[\s\S]*?\n {2}\}\)\n/, {
    unstopCard: 'markReturned',
    "'unstop'": "'markReturned'",
    "'unstopped'": "'returned'",
    'columns: { stop_reason_id: null },': '',
    "newFacts: { stopReason: '' },": '',
  })
  copy.change('server/cards/handlers.ts', 'import { changePin,', 'import { markReturned, changePin,')
  copy.change('server/cards/handlers.ts', '  changePin,\n', '  changePin,\n  markReturned,\n')
}

/** Adds only the type's name and the operation that uploads it. */
function addType(): void {
  copy.change('src/domain/batch/types.ts', "StoredBatchType = 'load' |", "StoredBatchType = 'reward' | 'load' |")
  copy.duplicate('src/contract/methods.ts', / {2}batchLoadUpload: .*\n/, { LoadUpload: 'RewardUpload' })
  copy.duplicate('src/contract/batches.ts', / {2}batchLoadUpload: \{[\s\S]*?\n {2}\},\n/, {
    LoadUpload: 'RewardUpload',
    LoadOptions: 'RewardOptions',
  })
}

/** Adds the rules of the type: a reward is paid from the programme's fee income, and checked like a load. */
function completeType(): void {
  copy.duplicate('src/domain/batch/types.ts', / {2}load: \{[\s\S]*?\n {2}\},\n/, {
    "load: {\n    type: 'load'": "reward: {\n    type: 'reward'",
    'textOf(m.batches_createBatchLoad)': "'Batch Reward'",
    '/batchload': '/batchreward',
    'chargesFee: true': 'chargesFee: false',
    "from: 'funding'": "from: 'fee'",
    'textOf(m.batches_load)': "'reward'",
    'textOf(m.batches_loads)': "'rewards'",
    'textOf(m.batches_loaded)': "'rewarded'",
  })
  copy.duplicate('src/domain/approvals/rules.ts', / {2}load: \{.*\n/, {
    'load:': 'reward:',
    'textOf(m.common_loads)': "'Rewards'",
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
  copy.duplicate('src/contract/audit-actions.ts', / {2}batchLoadUpload: .*\n/, {
    LoadUpload: 'RewardUpload',
  })
  copy.duplicate('src/flows/upload/submit-upload.ts', / {2}load: async[\s\S]*?\n {2}\},\n/, {
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

function addField(): void {
  copy.change(
    'src/domain/order/fields.ts',
    "    {\n      name: 'postalCode'",
    "    { name: 'costCentre', label: 'Cost Centre', value: 'text', use: 'optional', maxLength: 20 },\n    {\n      name: 'postalCode'",
  )
}

/** Adds the field's other headings, its cells in the sample file, and its rule for the producer's file. */
function completeField(): void {
  const costCentre = ['en', 'de', 'ms', "'zh-Hans'", 'ar'].map((language) => `${language}: 'Cost Centre'`).join(', ')
  copy.change(
    'src/domain/files/heading-words.ts',
    '  recipientName: {',
    `  costCentre: { ${costCentre} },\n  recipientName: {`,
  )
  for (const code of ["'049315'", "'048948'"])
    copy.change('src/domain/order/sample.ts', `postalCode: ${code},`, `postalCode: ${code},\n      costCentre: '',`)
  copy.change('server/orders/producer-file.ts', "  name: 'embossed',", "  name: 'embossed',\n  costCentre: 'unsent',")
}
