// `import holders` assigns holders to cards, and never replaces an existing holder.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Importer, cardsCsv, numberedCard, sampleText, createImporter } from '#tests/support/import-programme.ts'

const NOTHING = 'Nothing was imported. Fix or remove these rows, or import the others with --skip-refused.'

describe('imports of card holders', () => {
  let importer: Importer
  beforeEach(async () => {
    importer = await createImporter()
    await importer.importText('cards', sampleText('cards'))
    await importer.importText('cards', cardsCsv(25))
  })
  afterEach(() => importer.close())
  const holders = async () =>
    (
      await sql`
        SELECT tracking_number, name, phone, id_number, customer_id FROM card WHERE name <> '' OR phone <> '' ORDER BY id`.execute(
        importer.programme.db,
      )
    ).rows

  it('refuses holders that cannot be assigned to a card, row by row', async () => {
    const { pan, trackingNumber } = numberedCard(2)
    const text = `Tracking Number,Card Number,Name,Phone,ID Number,Customer ID
799999999999999,,Nobody,,,
,,Nobody,,,
700000010000001,${pan},Two cards,,,
7,,Short,,,
700000010000001,,,,,
${trackingNumber},,One,,,
,${pan},Another,,,
${numberedCard(3).trackingNumber},,4111111111111111,,,
`
    expect(await importer.importText('holders', text)).toEqual([
      'Line 2: There is no such card.',
      'Line 3: The row does not say which card: give its Tracking Number or Card Number.',
      'Line 4: There is no card with these two numbers.',
      'Line 5: Tracking Number does not have 15 digits.',
      'Line 6: The row has no data about a holder.',
      'Line 8: The card is the same as in line 7.',
      'Line 9: Name contains a card number, which must not be stored in a text.',
      '7 of 8 rows are refused.',
      NOTHING,
      'FAILED',
    ])
    expect(await holders()).toEqual([])
  })

  it('imports the sample once, and refuses another holder for the same card', async () => {
    expect(await importer.importText('holders', sampleText('holders'), { isDryRun: true })).toEqual([
      '3 holders can be imported.',
    ])
    expect(await holders()).toEqual([])
    expect(await importer.importText('holders', sampleText('holders'))).toEqual(['3 holders were imported.'])
    const expected = [
      ['700000010000001', 'Aisha Tan', '+6581234567', 'S1234567A', 'C01-0000001'],
      ['700000010000002', 'Ben Müller', '+6582345678', 'S2345678B', 'C02-0000002'],
      ['700000010000003', 'Chen, Grace', '', 'S3456789C', 'C03-0000003'],
    ].map(([tracking_number, name, phone, id_number, customer_id]) => ({
      tracking_number,
      name,
      phone,
      id_number,
      customer_id,
    }))
    expect(await holders()).toEqual(expected)
    expect(await importer.importText('holders', sampleText('holders'))).toEqual([
      '3 holders already exist with the same data.',
      '0 holders were imported.',
    ])
    expect(await importer.importText('holders', sampleText('holders').replace('Aisha Tan', 'Aisha Lim'))).toEqual([
      'Line 8: The card already has another holder.',
      '1 of 3 rows is refused.',
      '2 holders already exist with the same data.',
      NOTHING,
      'FAILED',
    ])
    expect(await holders()).toEqual(expected)
  })

  it('imports chunk by chunk, with cards identified by their numbers', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `${numberedCard(index + 1).pan},Holder ${index + 1},=1+1,,`)
    const text = ['Card Number,Name,Phone,ID Number,Customer ID', ...rows, ''].join('\n')
    expect(await importer.importText('holders', text, { chunkSize: 10 })).toEqual(['25 holders were imported.'])
    expect(await holders()).toHaveLength(25)
    expect((await holders()).at(-1)).toMatchObject({ name: 'Holder 25', phone: '=1+1' })
  })

  it('refuses the rows of cards that get another holder during the import', async () => {
    // The audit entry is written between the check and the first chunk.
    await sql`
      CREATE FUNCTION assign_holders() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE card SET name = 'Earlier' WHERE tracking_number IN ('700000010000001', '700000010000003');
        RETURN NULL;
      END $$`.execute(importer.programme.db)
    await sql`CREATE TRIGGER meanwhile AFTER INSERT ON audit_event EXECUTE FUNCTION assign_holders()`.execute(
      importer.programme.db,
    )
    expect(await importer.importText('holders', sampleText('holders'), { chunkSize: 1 })).toEqual([
      'Line 8: The card already has another holder.',
      'Line 10: The card already has another holder.',
      '2 of 3 rows are refused.',
      '1 holder was imported.',
      'FAILED',
    ])
    expect(await holders()).toMatchObject([{ name: 'Earlier' }, { name: 'Ben Müller' }, { name: 'Earlier' }])
  })
})
