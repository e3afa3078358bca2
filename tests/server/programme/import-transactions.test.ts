// `import transactions`: the earlier transactions of a card add up to its balance, in the ledger and on the statement,
// and must be imported before the card is used.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardStatement } from '#server/cards/statement.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { cents } from '#domain/money.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import {
  type Importer,
  numberedCard,
  cardsCsv,
  sampleLines,
  sampleText,
  createImporter,
} from '#tests/support/import-programme.ts'

const NOTHING = 'Nothing was imported. Fix or remove these rows, or import the others with --skip-refused.'
const [headings = ''] = sampleLines('transactions')
const card = (number: number) => numberedCard(number).trackingNumber
const file = (...lines: readonly string[]): string => [headings, ...lines, ''].join('\n')
/** A row of the file: card, number, time, kind, amount, then further columns. */
const row = (tracking: string, number: string, posted: string, kind: string, amount: string, rest = 'Something') =>
  `${tracking},${number},${posted},${kind},${amount},SGD,${rest}${','.repeat(headings.split(',').length - 6 - rest.split(',').length)}`

describe('imports of transactions', () => {
  let importer: Importer
  let db: Db
  beforeAll(async () => {
    importer = await createImporter()
    db = importer.programme.db
    await importer.importText('cards', sampleText('cards'))
    await importer.importText('cards', cardsCsv(60))
  })
  afterAll(() => importer.close())

  const idOf = async (tracking: string) =>
    (await sql<{ id: number }>`SELECT id FROM card WHERE tracking_number = ${tracking}`.execute(db)).rows[0]?.id ?? 0
  /** The date in UTC, label and amount of each line of the statement. */
  async function statementOf(tracking: string): Promise<string[]> {
    const { client, now } = importer.programme
    const { id: userId } = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const context = {
      db,
      client,
      now,
      viewer: { ownerId: client.ownerId, userId },
      setSubject: () => undefined,
      recordValues: () => undefined,
    }
    const given = { cardID: String(await idOf(tracking)), startDate: '2020-01-01', endDate: '2030-01-01' }
    const response = await cardStatement(context as unknown as SessionContext, given)
    if (!('transactions' in response)) throw new Error(response.text())
    return response.transactions.map(
      (one) =>
        `${one.SHOWDATE.slice(0, 10)} ${one.TRANSACTIONTYPELABEL} ${one.MONEYAMOUNT}${one.REVERSED ? ' reversed' : ''}`,
    )
  }
  const ownAccounts = async () => {
    const { rows } = await sql<{ kind: string; balance_cents: number }>`
      SELECT kind, balance_cents FROM account WHERE card_id IS NULL AND owner_id = 3`.execute(db)
    return Object.fromEntries(rows.map(({ kind, balance_cents }) => [kind, balance_cents]))
  }
  const transactionCount = async () =>
    (
      await sql<{
        count: number
      }>`SELECT count(*) AS count FROM ledger_transaction WHERE kind NOT IN ('opening', 'funding')`.execute(db)
    ).rows[0]?.count

  const cases: readonly (readonly [what: string, line: string, sentence: string])[] = [
    ['an unknown card', row('799999999999999', '', '2025-07-01', 'load', '1.00'), 'There is no such card.'],
    [
      'another currency',
      row(card(1), '', '2025-07-01', 'load', '1.00').replace('SGD', 'USD'),
      'Currency is USD, and the programme is in SGD.',
    ],
    [
      'an unknown kind',
      row(card(1), '', '2025-07-01', 'gift', '1.00'),
      'Kind is none of load, purchase, transfer, devalue, fee, reversal, authorisation, failed.',
    ],
    [
      'a load with a negative amount',
      row(card(1), '', '2025-07-01', 'load', '-1.00'),
      'Amount is below zero, but a load increases the balance.',
    ],
    [
      'a fee with a positive amount',
      row(card(1), '', '2025-07-01', 'fee', '1.00'),
      'Amount is above zero, but a fee reduces the balance: write -1.00.',
    ],
    [
      'a signed authorisation',
      row(card(1), '', '2025-07-01', 'authorisation', '-1.00'),
      'Amount is below zero: a row that does not change the balance has no sign.',
    ],
    ['an amount of zero', row(card(1), '', '2025-07-01', 'load', '0.00'), 'Amount is zero.'],
    [
      'a time before the issue of the card',
      row(card(1), '', '2025-05-01', 'load', '1.00'),
      'Posted is before the card was issued.',
    ],
    ['a time in the future', row(card(1), '', '2999-05-01', 'load', '1.00'), 'Posted is in the future.'],
    [
      'a number out of order',
      row(card(1), '2', '2025-07-01', 'load', '1.00'),
      'Number is 2, but in order of time it is number 1 of its card: a row is missing or occurs twice.',
    ],
    [
      'a reversal of an unknown row',
      row(card(1), '1', '2025-07-01', 'reversal', '1.00', 'Reversal,,,,4'),
      'Reverses refers to number 4, which is not an earlier fee or purchase of this amount.',
    ],
    [
      'a reversal without numbers',
      row(card(1), '', '2025-07-01', 'reversal', '1.00'),
      'Number is empty. Reverses is empty.',
    ],
    [
      'a fee of an unknown type',
      row(card(1), '', '2025-07-01', 'fee', '-1.00', 'Fee,,,Parking'),
      'There is no Fee Type of this name: the programme has Card Replacement Fee, Monthly Maintenance Fee, Card Issue Fee, Batch Load Fee.',
    ],
    [
      'a release before the authorisation',
      row(card(1), '', '2025-07-01', 'authorisation', '1.00', 'Cab,,,,,2025-06-30'),
      'Released is before Posted.',
    ],
    [
      'a release of a load',
      row(card(1), '', '2025-07-01', 'load', '1.00', 'Load,,,,,2025-07-30'),
      'Released is given, and the row is a load.',
    ],
    [
      'a true time that is not before the posting',
      row(card(1), '', '2025-07-01', 'load', '1.00', 'Load,,,,,,,,,,2025-07-01'),
      'Happened is not before Posted: leave it empty.',
    ],
    [
      'a true time of a failed transaction',
      row(card(1), '', '2025-07-01', 'failed', '1.00', 'Load,,,,,,,,,,2025-06-30'),
      'Happened is given, and the row is a failed transaction.',
    ],
    [
      'more than the balance of the card',
      row(card(1), '', '2025-07-01', 'load', '10.02'),
      'The transactions of the card add up to SGD 10.02, and its balance is SGD 10.01: a transaction that reduces the balance is missing, or the balance is wrong.',
    ],
    [
      'authorisations above the balance of the card',
      row(card(1), '', '2025-07-01', 'authorisation', '10.02'),
      'The card has SGD 10.01, and SGD 10.02 of it is authorised.',
    ],
    [
      'a card number in the description',
      row(card(1), '', '2025-07-01', 'load', '1.00', 'to 4111111111111111'),
      'Description contains a card number, which must not be stored in a text.',
    ],
  ]
  it.each(cases)('refuses %s', async (_, line, sentence) => {
    const before = await transactionCount()
    expect(await importer.importText('transactions', file(line))).toEqual([
      `Line 2: ${sentence}`,
      '1 of 1 row is refused.',
      NOTHING,
      'FAILED',
    ])
    expect(await transactionCount()).toBe(before)
  })

  it('leaves out all rows of a card if one of them is refused', async () => {
    const text = file(
      row(card(50), '', '2025-07-01', 'load', '5.00'),
      row(card(51), '', '2025-07-01', 'load', '5.00'),
      row(card(50), '', '2025-07-02', 'gift', '5.00'),
      row(card(52), '1', '2025-07-01', 'fee', '-1.50'),
      row(card(52), '2', '2025-07-02', 'reversal', '1.50', 'Reversal,,,,1'),
      row(card(52), '3', '2025-07-03', 'reversal', '1.50', 'Reversal,,,,1'),
    )
    const refused = 'Another row of this card is refused, and the rows of a card are imported together.'
    expect(await importer.importText('transactions', text, { skipsRefused: true })).toEqual([
      `Line 2: ${refused}`,
      'Line 4: Kind is none of load, purchase, transfer, devalue, fee, reversal, authorisation, failed.',
      `Line 5: ${refused}`,
      `Line 6: ${refused}`,
      'Line 7: Reverses refers to number 1, which has already been reversed.',
      '5 of 6 rows are refused.',
      '1 transaction was imported.',
    ])
    expect(await statementOf(card(50))).toEqual(['2025-06-01 Opening Balance 10.50'])
    expect(await statementOf(card(51))).toEqual(['2025-06-30 Load 5.00', '2025-06-01 Opening Balance 5.51'])
  })

  it('imports the sample, and the history of each card ends at its balance', async () => {
    const before = await ownAccounts()
    expect(await importer.importText('transactions', sampleText('transactions'), { isDryRun: true })).toEqual([
      '12 transactions can be imported.',
    ])
    expect(await importer.importText('transactions', sampleText('transactions'))).toEqual([
      '12 transactions were imported.',
    ])
    expect(await checkLedger(db)).toEqual([])
    expect(await statementOf('700000010000001')).toEqual([
      '2025-08-04 Reversal 1.50',
      '2025-07-31 Fee -1.50 reversed',
      '2025-07-03 Purchase -35.10',
      '2025-07-01 Load 200.00',
      '2025-06-02 Opening Balance 17.50',
    ])
    // The history explains the whole balance, so no opening entry is needed.
    expect(await statementOf('700000010000002')).toEqual([
      '2025-09-20 Purchase 12.00',
      '2025-09-12 Purchase -92.00',
      '2025-07-01 Load 80.00',
    ])
    const { rows } = await sql`
      SELECT c.tracking_number, a.balance_cents, a.held_cents,
             (SELECT sum(e.amount_cents)::bigint FROM ledger_entry e WHERE e.account_id = a.id) AS sum
      FROM card c JOIN account a ON a.card_id = c.id WHERE c.tracking_number LIKE '70%' ORDER BY 1`.execute(db)
    expect(rows.map((one) => Object.values(one as Record<string, unknown>).slice(1))).toEqual([
      [18240, 2000, 18240],
      [0, 0, 0],
      [5000, 0, 5000],
      [2500, 0, 2500],
      [0, 0, 0],
    ])
    const { rows: authorisations } = await sql`
      SELECT amount_cents, released_at IS NULL AS is_open FROM card_authorisation ORDER BY authorised_at`.execute(db)
    expect(authorisations).toEqual([
      { amount_cents: 3510, is_open: false },
      { amount_cents: 2000, is_open: true },
    ])
    const after = await ownAccounts()
    expect(after['settlement']! - before['settlement']!).toBe(3510 + 9200)
    expect(after['fee']! - before['fee']!).toBe(0)
    expect(after['funding']).toBe(before['funding'])
    const { rows: failed } =
      await sql`SELECT amount_cents, card_balance_cents, error_code, method FROM failed_transaction`.execute(db)
    expect(failed).toEqual([{ amount_cents: 90_000, card_balance_cents: 16_240, error_code: '51', method: 'Purchase' }])
    expect(await importer.importText('transactions', sampleText('transactions'))).toEqual([
      '12 transactions already exist with the same data.',
      '0 transactions were imported.',
    ])
  })

  it('accepts reversals of purchases, and overdrawn cards', async () => {
    const cards = cardsCsv(62)
      .split('\n')
      .slice(61, 63)
      .map((line) => line.replace(/SGD,[0-9.]+,/, 'SGD,-12.50,'))
    const [headingLine] = cardsCsv(1).split('\n')
    expect(await importer.importText('cards', [headingLine, ...cards, ''].join('\n'))).toEqual([
      '2 cards were imported.',
    ])
    const before = await ownAccounts()
    const text = file(
      row(card(61), '1', '2025-07-01', 'load', '30.00'),
      row(card(61), '2', '2025-07-02', 'purchase', '-42.50'),
      row(card(61), '3', '2025-07-03', 'purchase', '-9.00'),
      row(card(61), '4', '2025-07-04', 'reversal', '9.00', 'Reversal,,,,3'),
      row(card(62), '1', '2025-07-01', 'load', '2.00'),
    )
    expect(await importer.importText('transactions', text)).toEqual(['5 transactions were imported.'])
    expect(await statementOf(card(61))).toEqual([
      '2025-07-03 Reversal 9.00',
      '2025-07-02 Purchase -9.00 reversed',
      '2025-07-01 Purchase -42.50',
      '2025-06-30 Load 30.00',
    ])
    expect(await statementOf(card(62))).toEqual(['2025-06-30 Load 2.00', '2025-06-01 Opening Balance -14.50'])
    expect((await ownAccounts())['settlement']! - before['settlement']!).toBe(4250)
    expect(await checkLedger(db)).toEqual([])
  })

  it('refuses transactions that differ from existing ones, and cards that have been used since', async () => {
    const text = file(
      row(card(53), '1', '2025-07-01', 'load', '5.00'),
      row(card(53), '2', '2025-07-02', 'purchase', '-2.00', 'Harbour View Hotel'),
      row(card(54), '', '2025-07-01', 'load', '5.00'),
    )
    expect(await importer.importText('transactions', text)).toEqual(['3 transactions were imported.'])
    const usedCardSentence = 'The card has already been used here, and its transactions differ from those in the file.'
    const changedText = text.replace('Harbour View Hotel', 'Harbour Hotel')
    const output = await importer.importText('transactions', changedText)
    // A card's history is imported completely or not at all.
    expect(output.filter((line) => line.endsWith(usedCardSentence))).toHaveLength(2)
    expect(output).toContain('1 transaction already exists with the same data.')
    const { rows: accounts } = await sql<{ id: number; kind: string }>`
      SELECT id, kind FROM account WHERE (kind = 'funding' AND owner_id = 3) OR card_id = ${await idOf(card(2))}`.execute(
      db,
    )
    const accountOf = (kind: string) => accounts.find((one) => one.kind === kind)?.id ?? 0
    const cardId = await idOf(card(2))
    await db.transaction().execute((trx) =>
      postMovements(trx, [
        {
          ownerId: 3,
          kind: 'devalue',
          postedAt: new Date(),
          cardId,
          fromAccountId: accountOf('card'),
          toAccountId: accountOf('funding'),
          amountCents: cents(100),
          feeTypeId: null,
          description: 'By hand',
          merchantId: '',
          authNumber: '',
        },
      ]),
    )
    expect(await importer.importText('transactions', file(row(card(2), '', '2025-07-01', 'load', '5.00')))).toEqual([
      `Line 2: ${usedCardSentence}`,
      '1 of 1 row is refused.',
      NOTHING,
      'FAILED',
    ])
  })

  it('imports chunk by chunk, in any order of the file, and continues after an interruption', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => index + 3).flatMap((number) => [
      row(card(number), '2', '2025-08-01', 'purchase', '-2.00'),
      row(card(number), '1', '2025-07-01', 'load', '12.00'),
    ])
    const shuffled = [...rows.filter((_, index) => index % 3 === 0), ...rows.filter((_, index) => index % 3 !== 0)]
    let chunks = 0
    const progress = (what: string) => ({
      add: () => {
        // Interrupts after two chunks.
        if (what === 'transactions' && ++chunks === 2) throw new Error('cut off')
      },
      end: () => undefined,
    })
    const interruptedImport = importer.importText('transactions', file(...shuffled), { chunkSize: 10, progress })
    await expect(interruptedImport).rejects.toThrow('cut off')
    expect(await checkLedger(db)).toEqual([])
    const output = await importer.importText('transactions', file(...shuffled), { chunkSize: 10 })
    expect(output).toEqual(['20 transactions already exist with the same data.', '60 transactions were imported.'])
    expect(await checkLedger(db)).toEqual([])
    expect(await statementOf(card(30))).toEqual([
      '2025-07-31 Purchase -2.00',
      '2025-06-30 Load 12.00',
      '2025-06-01 Opening Balance 0.30',
    ])
  })
})
