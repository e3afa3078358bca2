// `import cards`: imported cards match the file, and a file with errors is reported line by line and not imported.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/operations/context.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import {
  type Importer,
  numberedCard,
  cardsCsv,
  sampleLines,
  sampleText,
  createImporter,
} from '#tests/support/import-programme.ts'

const [headings = '', ...rows] = sampleLines('cards')
const columns = headings.split(',')
const firstRow = rows[0] ?? ''
const NOTHING = 'Nothing was imported. Fix or remove these rows, or import the others with --skip-refused.'

/** The sample's first row with other fields. */
function rowWith(fields: Readonly<Record<string, string>>): string {
  const values = firstRow.split(',')
  for (const [name, value] of Object.entries(fields)) {
    if (!columns.includes(name)) throw new Error(`no column ${name}`)
    values[columns.indexOf(name)] = value
  }
  return values.join(',')
}

const file = (...lines: readonly string[]): string => [headings, ...lines, ''].join('\n')

const countsOf = async (db: Db) => {
  const { rows: found } = await sql`
    SELECT (SELECT count(*) FROM card) AS cards, (SELECT count(*) FROM account WHERE kind = 'card') AS accounts,
           (SELECT count(*) FROM ledger_transaction WHERE kind = 'opening') AS openings,
           (SELECT count(*) FROM card_tag_value) AS tags`.execute(db)
  return found[0]
}

describe('refused imports of cards', () => {
  let importer: Importer
  let db: Db
  beforeAll(async () => {
    importer = await createImporter()
    db = importer.programme.db
  })
  afterAll(() => importer.close())

  describe('refused rows and files', () => {
    const day = '2999-01-01'
    const cases: readonly (readonly [what: string, fields: Record<string, string>, sentence: string])[] = [
      ['a card number that is too short', { 'Card Number': '900001100000017' }, 'Card Number does not have 16 digits.'],
      [
        'a mistyped card number',
        { 'Card Number': '9000011000000173' },
        'Card Number has a wrong check digit: one of its digits is wrong.',
      ],
      [
        'a masked card number',
        { 'Card Number': '900001••••••0172' },
        'Card Number is masked: the full number is needed.',
      ],
      [
        'a rounded card number',
        { 'Card Number': '9.00001E+15' },
        'Card Number was rounded by a spreadsheet program: write it into the file as text.',
      ],
      [
        'a tracking number with a letter',
        { 'Tracking Number': '70000001000000A' },
        'Tracking Number does not have 15 digits.',
      ],
      [
        'an unknown campaign',
        { Campaign: 'Gift Card' },
        'There is no Campaign of this name: the programme has Travel Card, Virtual Card.',
      ],
      ['another currency', { Currency: 'EUR' }, 'Currency is EUR, and the programme is in SGD.'],
      ['a date that does not exist', { Expiry: '2027-02-30' }, 'Expiry is not a day: write it as 2027-05-31.'],
      [
        'a time that does not exist',
        { Issued: '02/06/2025' },
        'Issued is not a time: write it as 2026-03-04 17:05:30, or as 2026-03-04T09:05:30Z.',
      ],
      ['a time in the future', { Issued: day, Activated: '' }, 'Issued is in the future. Activated is in the future.'],
      ['an unknown state', { State: 'blocked' }, 'State is none of not activated, active, stopped, retired.'],
      ['a stopped card without a reason', { State: 'stopped' }, 'Stop Reason is empty, and the card is stopped.'],
      [
        'an unknown reason',
        { State: 'stopped', 'Stop Reason': 'Eaten' },
        'There is no Stop Reason of this name: the programme has Lost, Stolen, Damaged, Suspected fraud, Requested by cardholder.',
      ],
      ['a reason for an active card', { 'Stop Reason': 'Lost' }, 'Stop Reason is given, and the card is active.'],
      ['a decimal comma', { Balance: '"12,5"' }, 'Balance is not an amount: write it as 1250.00.'],
      ['three decimals', { Balance: '12.345' }, 'Balance has more than two decimals.'],
      ['no balance', { Balance: '' }, 'Balance is empty.'],
      ['a value that is neither yes nor no', { KYC: 'perhaps' }, 'KYC is neither yes nor no.'],
      ['a CVV of two digits', { CVV: '12' }, 'CVV does not have three or four digits.'],
      [
        'a card number in a text',
        { Label: 'for 4111 1111 1111 1111' },
        'Label contains a card number, which must not be stored in a text.',
      ],
      [
        'its own card number as a reference',
        { 'Customer Reference': 'A-9000011000000172' },
        'Customer Reference contains the card number, which must not be stored in a text.',
      ],
      [
        'a line end in a text',
        { 'Sequence Number': '"1\n2"' },
        'Sequence Number contains a line break or a control character.',
      ],
      ['a text of 300 characters', { Label: 'x'.repeat(300) }, 'Label is longer than 255 characters.'],
    ]
    it.each(cases)('%s', async (_, fields, sentence) => {
      expect(await importer.importText('cards', file(rowWith(fields)))).toEqual([
        `Line 2: ${sentence}`,
        '1 of 1 row is refused.',
        NOTHING,
        'FAILED',
      ])
      expect(await countsOf(db)).toMatchObject({ cards: 0, accounts: 0 })
    })

    it('all errors of a row together, and rows with the same card', async () => {
      const sameTrackingNumber = rowWith({ 'Card Number': '9000011000000255', 'Sequence Number': '2' })
      const sameCardNumber = rowWith({ 'Tracking Number': '700000010000009' })
      expect(
        await importer.importText(
          'cards',
          file(firstRow, rowWith({ State: '', Expiry: 'x', Balance: 'x' }), sameTrackingNumber, sameCardNumber),
        ),
      ).toEqual([
        'Line 3: State is empty. Expiry is not a day: write it as 2027-05-31. Balance is not an amount: write it as 1250.00.',
        'Line 4: Tracking Number is the same as in line 2.',
        'Line 5: Card Number is the same as in line 2.',
        '3 of 4 rows are refused.',
        NOTHING,
        'FAILED',
      ])
    })

    it('the first twenty errors by line, and all of them in a private file without card numbers', async () => {
      const refusedPath = importer.path('refused.csv')
      const bad = Array.from({ length: 30 }, (_, index) =>
        rowWith({
          'Card Number': numberedCard(index).pan,
          'Tracking Number': '1',
          'Customer Reference': '4111111111111111',
        }),
      )
      const output = await importer.importText('cards', file(...bad), { refusedPath })
      expect(output.slice(19)).toEqual([
        'Line 21: Tracking Number does not have 15 digits.',
        '… and 10 lines more.',
        `30 of 30 rows are refused. All of them are in ${refusedPath}.`,
        NOTHING,
        'FAILED',
      ])
      const text = readFileSync(refusedPath, 'utf8')
      // A spreadsheet program that is used to correct the rows must not change values.
      const asText = (field: string) => `"=""${field}"""`
      expect(text.split('\r\n')[1]).toBe(
        `2,Tracking Number does not have 15 digits.,1,900001••••••${numberedCard(0).pan.slice(-4)},•••,Travel Card,${asText('0000001')},411111••••••1111,Trips to Tokyo,${asText('2025-06-02 09:30')},${asText('2028-05-31')},active,${asText('2025-06-05 14:12:09')},,,,yes,yes,TRV-2025-06-0000001-01,SGD,${asText('182.40')},BK00000001,Sales`,
      )
      expect(text.split('\r\n')).toHaveLength(32)
      expect(statSync(refusedPath).mode & 0o777).toBe(0o600)
      expect(await importer.importText('cards', file(firstRow), { refusedPath })).toEqual([
        `There is a file ${refusedPath} already: choose another name for the refused rows.`,
        'REFUSED',
      ])
    })

    const completeFile = sampleText('cards')
    const files: readonly (readonly [what: string, text: string | Buffer, sentence: RegExp])[] = [
      [
        'cut within a line',
        completeFile.slice(0, completeFile.indexOf('Subscriptions') - 40),
        /^cards.csv ends in the middle of line \d+: it was cut\. Nothing was imported\.$/,
      ],
      [
        'cut within the last field',
        `${headings}\n${firstRow.slice(0, -2)}`,
        /^cards.csv ends without a line end, so it may have been cut in line 2\./,
      ],
      [
        'cut within quotes',
        completeFile.slice(0, completeFile.indexOf('Subscriptions') + 4),
        /^cards.csv has a quotation mark in line \d+ that is never closed: the file may have been cut\./,
      ],
      [
        'cut after a line',
        file(...rows.slice(0, 3), '# rows: 5'),
        /^cards.csv should have 5 rows and has 3: it was cut or changed\. Nothing was imported\.$/,
      ],
      [
        'a quotation mark out of place',
        file(rowWith({ Label: '"a"b' })),
        /^cards.csv has a quotation mark out of place in line 2/,
      ],
      ['no rows', `${headings}\n`, /^cards.csv has no rows\.$/],
      ['an empty file', '', /^cards.csv has no line of headings\.$/],
      [
        'bytes that are not text',
        Buffer.concat([Buffer.from(`${headings}\n`), Buffer.from([0xc3, 0x28, 0x0a])]),
        /^cards.csv is not UTF-8 text: save it as CSV UTF-8\.$/,
      ],
      [
        'an unknown column',
        file(firstRow).replace('Label', 'Colour'),
        /^cards.csv has a column 'Colour', which is unknown: rename or remove it\.$/,
      ],
      ['a missing column', file(firstRow).replace('Expiry', 'Tag expiry'), /^cards.csv lacks the column 'Expiry'\.$/],
      ['a column twice', file(firstRow).replace('Label', 'Campaign'), /^cards.csv has two columns 'Campaign'\.$/],
    ]
    it.each(files)('a whole file: %s', async (_, text, sentence) => {
      const output = await importer.importText('cards', text)
      expect(output[0]).toMatch(sentence)
      expect(output.at(-1)).toBe('REFUSED')
      expect(await countsOf(db)).toMatchObject({ cards: 0 })
    })

    it('a file with a different number of rows than `--rows`, and a missing file', async () => {
      expect(await importer.importText('cards', file(firstRow), { rowCount: 2 })).toEqual([
        'cards.csv should have 2 rows and has 1: it was cut or changed. Nothing was imported.',
        'REFUSED',
      ])
      expect(await importer.importText('cards', '', { path: importer.path('none.csv') })).toEqual([
        `There is no file ${importer.path('none.csv')}.`,
        'REFUSED',
      ])
    })
  })

  it('a dry run changes nothing', async () => {
    expect(await importer.importText('cards', sampleText('cards'), { isDryRun: true })).toEqual([
      '5 cards can be imported.',
    ])
    expect(await countsOf(db)).toMatchObject({ cards: 0 })
  })
})

describe('imports of cards', () => {
  let importer: Importer
  let db: Db
  beforeEach(async () => {
    importer = await createImporter()
    db = importer.programme.db
  })
  afterEach(() => importer.close())

  it('imports the sample, with balances as opening entries that sum to zero', async () => {
    expect(await importer.importText('cards', sampleText('cards'))).toEqual(['5 cards were imported.'])
    expect(await checkLedger(db)).toEqual([])
    const { rows: cards } = await sql<Record<string, unknown> & { pan_cipher: Buffer; cvv_cipher: Buffer }>`
      SELECT c.pan_cipher, c.cvv_cipher, c.pan_masked, c.issued_at, c.activated_at, c.stopped_at, c.stop_reason_id,
             c.retired_at, c.kyc_passed, c.magstripe_enabled, c.activation_data, a.balance_cents,
             (SELECT jsonb_object_agg(t.name, v.value) FROM card_tag_value v JOIN card_tag t ON t.id = v.tag_id WHERE v.card_id = c.id) AS tags
      FROM card c JOIN account a ON a.card_id = c.id ORDER BY c.id`.execute(db)
    expect(cards.map((card) => testSecrets.decryptText(card.pan_cipher))).toEqual(rows.map((row) => row.split(',')[1]))
    expect(testSecrets.decryptText(cards[0]?.cvv_cipher ?? Buffer.alloc(0))).toBe('123')
    expect(cards[0]).toMatchObject({
      pan_masked: '900001••••••0172',
      // In the programme's time zone.
      issued_at: new Date('2025-06-02T01:30:00Z'),
      activated_at: new Date('2025-06-05T06:12:09Z'),
      kyc_passed: true,
      magstripe_enabled: true,
      balance_cents: 18240,
      tags: { bookingId: 'BK00000001', department: 'Sales' },
    })
    expect(cards[1]).toMatchObject({ activated_at: new Date('2025-06-02T01:30:00Z'), balance_cents: 0 })
    expect(cards[2]).toMatchObject({
      stop_reason_id: 1,
      stopped_at: new Date('2026-01-15T10:20:00Z'),
      magstripe_enabled: false,
    })
    expect(cards[3]).toMatchObject({ activated_at: null, activation_data: '4711' })
    expect(cards[4]?.['retired_at']).toEqual(new Date('2026-02-01T04:00:00Z'))
    const { rows: openings } = await sql`
      SELECT t.posted_at = c.issued_at AS is_at_issue, t.description, e.amount_cents FROM ledger_transaction t
      JOIN card c ON c.id = t.card_id JOIN account a ON a.card_id = c.id
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = a.id WHERE t.kind = 'opening' ORDER BY t.id`.execute(
      db,
    )
    expect(openings).toEqual(
      [18240, 5000, 2500].map((amount_cents) => ({
        is_at_issue: true,
        description: expect.stringMatching(/^Balance brought forward\b/) as string,
        amount_cents,
      })),
    )
    const { rows: float } = await sql`SELECT balance_cents FROM account WHERE kind = 'float'`.execute(db)
    expect(float).toEqual([{ balance_cents: -(10_000_000 + 18240 + 5000 + 2500) }])
    const { rows: trail } =
      await sql`SELECT method FROM audit_event WHERE by_programme AND method LIKE 'import%'`.execute(db)
    expect(trail).toEqual([{ method: 'importCards' }])
  })

  it('counts existing cards in any file format, and refuses existing cards that differ', async () => {
    await importer.importText('cards', sampleText('cards'))
    const nothingNew = ['5 cards already exist with the same data.', '0 cards were imported.']
    expect(await importer.importText('cards', sampleText('cards'))).toEqual(nothingNew)
    // Semicolons instead of commas between the fields; the comma within quotes stays, and the quotes are dropped.
    const savedByExcel = `\ufeff${sampleLines('cards')
      .map((line) =>
        line
          .replace(/"Subscriptions, IT"/, 'Subscriptions~ IT')
          .replaceAll(',', ';')
          .replace('~', ','),
      )
      .join('\r\n')}\r\n`
    expect(await importer.importText('cards', savedByExcel)).toEqual(nothingNew)
    const withTexts = file(...rows.map((row) => row.replace(/(9000011\d{9})/, '="$1"')))
    expect(await importer.importText('cards', withTexts)).toEqual(nothingNew)
    expect(
      await importer.importText(
        'cards',
        file(
          rowWith({ State: 'retired', 'Customer Reference': 'Another', Balance: '1.00', 'Tag bookingId': 'BK2' }),
          rowWith({ 'Tracking Number': '700000010000002', 'Card Number': numberedCard(1).pan }),
        ),
      ),
    ).toEqual([
      'Line 2: The card already exists with another Customer Reference, Retired, Balance, Tag.',
      'Line 3: Tracking Number belongs to another card that already exists.',
      '2 of 2 rows are refused.',
      NOTHING,
      'FAILED',
    ])
    expect(await importer.importText('cards', file(rowWith({ CVV: '124' })))).toContain(
      'Line 2: The card already exists with another CVV.',
    )
  })

  it('imports only the other cards on request, with new tags, chunk by chunk', async () => {
    const text = cardsCsv(25).replace('Tag bookingId', 'Tag voucherId').replace('REF-3,2025-06-02', 'REF-3,2025-13-02')
    expect(await importer.importText('cards', text, { skipsRefused: true, chunkSize: 10 })).toEqual([
      'Line 4: Issued is not a time: write it as 2026-03-04 17:05:30, or as 2026-03-04T09:05:30Z.',
      '1 of 25 rows is refused.',
      '1 tag is new: voucherId.',
      '24 cards were imported.',
    ])
    expect(await countsOf(db)).toMatchObject({ cards: 24 })
    expect(await checkLedger(db)).toEqual([])
    const { rows: remainingTables } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relname LIKE 'import%'`.execute(db)
    expect(remainingTables).toEqual([])
  })

  it('leaves no readable card number in any column of any table', async () => {
    await importer.importText('cards', sampleText('cards'))
    await importer.importText('cards', cardsCsv(25))
    expect(await countsOf(db)).toMatchObject({ cards: 30 })
    const numbers = [
      ...rows.map((row) => row.split(',')[1] ?? ''),
      ...Array.from({ length: 25 }, (_, index) => numberedCard(index + 1).pan),
    ]
    const { rows: tables } = await sql<{ name: string }>`
      SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db)
    for (const { name } of tables) {
      const { rows: all } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(db)
      const dump = all.map(({ row }) => row).join('\n')
      for (const number of numbers) {
        const isFound = dump.includes(number) || dump.includes(Buffer.from(number).toString('hex'))
        expect(isFound, `${name} contains ${number}`).toBe(false)
      }
    }
    expect(existsSync(importer.path('cards.csv.part'))).toBe(false)
  })
})
