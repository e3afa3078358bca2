// Find Card through the API: each search type has its own rule, terms are treated as data, and a search returns at most
// a thousand cards, only of the user's owner.
import { phoneToPrefixes } from '#domain/texts/phones.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { searchTypes, type SearchType } from '#domain/cards/search.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { type Person, startDemoServer } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('cardSearch', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const [card, other] = demoCardsInState('active', 2, [1])
  const readCard = async (id = card?.id) =>
    (
      await sql<{
        customer_id: string
        phone: string
        id_number: string
        customer_reference: string
        name: string
        issued_at: Date
      }>`
        SELECT customer_id, phone, id_number, customer_reference, name, issued_at FROM card WHERE id = ${id}
      `.execute(db())
    ).rows[0] ?? { customer_id: '', phone: '', id_number: '', customer_reference: '', name: '', issued_at: new Date(0) }
  const search = (person: Person, searchType: SearchType, searchTerm: string, showExpired = true) =>
    person.call('cardSearch', { searchType, searchTerm, showExpired })
  const findIds = async (person: Person, searchType: SearchType, term: string, showExpired = true) =>
    (await search(person, searchType, term, showExpired)).cards.map(({ VOUCHERID }) => VOUCHERID)
  const tagId = async (name: string, ownerId = 3) =>
    (await sql<{ id: number }>`SELECT id FROM card_tag WHERE owner_id = ${ownerId} AND name = ${name}`.execute(db()))
      .rows[0]?.id

  it('returns every field of the card, with a masked CVV', async () => {
    const { cards, truncated } = await search(people.amir, '1', card?.pan ?? '')
    expect(truncated).toBe(false)
    expect(cards).toEqual([
      {
        VOUCHERID: String(card?.id),
        CAMPAIGNNAME: 'Voyager Travel Card',
        CUSTOMERREFERENCE: (await readCard()).customer_reference,
        CARDNUMBER: card?.pan,
        CARDHOLDERNAME: (await readCard()).name,
        TRACKINGNUMBER: card?.trackingNumber,
        BOOKINGID: expect.any(String) as string,
        CARDEXPIRY: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        CARDCVV2: '***',
        CARDBALANCE: expect.stringMatching(/^\d+\.\d\d$/) as string,
        AVAILABLEFUNDS: expect.any(String) as string,
        LOADEDAMOUNT: expect.any(String) as string,
        AUTHORIZEDAMOUNT: expect.any(String) as string,
        SETTLEDAMOUNT: expect.any(String) as string,
        ISSUEDATE: (await readCard()).issued_at.toISOString(),
        ACTIVATED: 1,
        EXPIRED: 0,
        RETIRED: 0,
        STOPPED: 0,
      },
    ])
    const { card: details } = await people.amir.call('cardDetails', { voucherID: String(card?.id) })
    expect(cards[0]).toMatchObject({
      CARDBALANCE: details.CARDBALANCE,
      AVAILABLEFUNDS: details.FUNDSAVAILABLE,
      LOADEDAMOUNT: details.LOADEDAMOUNT,
      AUTHORIZEDAMOUNT: details.AUTHORIZEDAMOUNT,
      SETTLEDAMOUNT: details.SETTLEDAMOUNT,
    })
  })

  it('finds cards by the first nine or more digits of their number', async () => {
    for (const length of [9, 10, 12, 15, 16]) {
      const term = card?.pan.slice(0, length) ?? ''
      const { cards } = await search(people.amir, '1', term)
      expect(cards.length).toBeGreaterThan(0)
      for (const foundCard of cards) expect(foundCard.CARDNUMBER.startsWith(term)).toBe(true)
      expect(cards.map(({ VOUCHERID }) => VOUCHERID)).toContain(String(card?.id))
    }
    expect(await findIds(people.amir, '1', `${card?.pan}0`)).toEqual([])
    expect(
      await findIds(people.amir, '1', `${card?.pan.slice(0, 4)} ${card?.pan.slice(4, 10)}-${card?.pan.slice(10)}`),
    ).toEqual([String(card?.id)])
  })

  it('finds cards by the start of customer id, phone, tracking number, id number and reference, in any case', async () => {
    const { customer_id, phone, id_number, customer_reference } = await readCard()
    const terms: [SearchType, string, number][] = [
      ['2', customer_id, 3],
      ['3', phone, 7],
      ['4', card?.trackingNumber ?? '', 5],
      ['5', id_number, 5],
      ['6', customer_reference, 19],
    ]
    for (const [type, value, min] of terms) {
      for (const term of [value, value.slice(0, min), value.toLowerCase()])
        expect(await findIds(people.amir, type, term), `${type} ${term}`).toContain(String(card?.id))
      expect(await findIds(people.amir, type, `${value}X`)).toEqual([])
      expect(await findIds(people.amir, type, value.slice(1))).not.toContain(String(card?.id))
    }
  })

  it('finds a phone number in any format, with and without calling code, also by its first digits', async () => {
    const separateServer = await startDemoServer()
    const amir = await separateServer.logIn('amir')
    const [singapore, britain, local, withText] = demoCardsInState('active', 14, [1]).slice(10)
    const phones = [
      [
        singapore,
        '6580000069',
        [
          '6580000069',
          '+65 8000 0069',
          '006580000069',
          '80000069',
          '(8000) 00-69',
          '8000006',
          '+65 8000 0',
          '65800000',
        ],
      ],
      [britain, '+44 7911 123456', ['+447911123456', '0044 7911 123456', '07911 123456', '7911123456', '0791112']],
      // Stored as ordered, without the calling code.
      [local, '91230069', ['91230069', '+65 9123 0069', '9123006']],
      [withText, 'ask 4711', []],
    ] as const
    for (const [phoneCard, phone] of phones)
      await sql`UPDATE card SET phone = ${phone} WHERE id = ${phoneCard?.id}`.execute(separateServer.database.db)
    for (const [phoneCard, phone, terms] of phones)
      for (const term of terms)
        expect(await findIds(amir, '3', term), `${phone} by ${term}`).toEqual([String(phoneCard?.id)])
    for (const term of ['80000068', '+44 8000 0069', '0080000069', '00000069', '6580000069X'])
      expect(await findIds(amir, '3', term), term).toEqual([])
    expect(await search(amir, '3', '+65 800')).toMatchObject({
      resultText: 'Search term should be at least 7 characters',
    })
    expect(await search(amir, '3', '80000069\n+447911123456\n80000000')).toMatchObject({
      cards: [{ VOUCHERID: String(singapore?.id) }, { VOUCHERID: String(britain?.id) }],
      missing: ['80000000'],
    })
    await separateServer.close()
  })

  it('finds a name by the first letters of its words, in any order and case, but not by text inside a word', async () => {
    const separateServer = await startDemoServer()
    const amir = await separateServer.logIn('amir')
    const cards = demoCardsInState('active', 16, [1]).slice(10)
    const names = [
      [
        'Zainab binte Zulkarnain',
        ['Zainab', '!Zainab', 'ZULK', 'zulkarnain zainab', 'Za Zu', 'Zulkarnain, Zainab', 'zainab bin'],
      ],
      ["Quentin O'Zymandias-Quist", ["o'zymandias", 'O\u2019Zymandias', 'quist quentin', 'zymandias-qui']],
      ['Xavier s/o Xanthos', ['Xavier s/o', 'xanthos', 's/o Xan']],
      ['José Ximénez', ['José Ximénez', 'xim josé']],
      ['王小明', ['王小', '王小明']],
      ['Zz3 100% Zz_', ['zz3 100%', 'Zz3 zz']],
    ] as const
    for (const [at, [name]] of names.entries())
      await sql`UPDATE card SET name = ${name} WHERE id = ${cards[at]?.id}`.execute(separateServer.database.db)
    for (const [at, [name, terms]] of names.entries())
      for (const term of terms)
        expect(await findIds(amir, '7', term), `${name} by ${term}`).toEqual([String(cards[at]?.id)])
    for (const term of ['ainab', 'Zainab Quist', "Zainab' | 'Quist", '%%', '--', '(:*)', 'zainab:* Xan'])
      expect(await findIds(amir, '7', term), term).toEqual([])
    expect(await search(amir, '7', 'Z')).toMatchObject({ resultText: 'Search term should be at least 2 characters' })
    expect(await search(amir, '7', 'zainab zulkarnain\nXanthos\nUnknown Name')).toMatchObject({
      cards: [{ CARDHOLDERNAME: 'Zainab binte Zulkarnain' }, { CARDHOLDERNAME: 'Xavier s/o Xanthos' }],
      missing: ['Unknown Name'],
    })
    await separateServer.close()
  })

  it('recognises the same calling codes as the portal', async () => {
    const numbers = Array.from({ length: 900 }, (_, n) => `${n + 100}5551234`)
    const { rows } = await sql<{ national: string }>`
      SELECT phone_national(number) AS national FROM unnest(${numbers}::text[]) WITH ORDINALITY AS n (number, place) ORDER BY place
    `.execute(db())
    // A number with its calling code is also searched without that code.
    const searched = numbers.map((number) => phoneToPrefixes(`+${number}`).wholeNumber.at(-1))
    expect(rows.map(({ national }) => national)).toEqual(searched)
  })

  it('finds cards by complete tag values, separated by commas', async () => {
    const { rows } = await sql<{ card_id: number; value: string }>`
      SELECT card_id, value FROM card_tag_value WHERE tag_id = ${await tagId('bookingId')} ORDER BY card_id LIMIT 2
    `.execute(db())
    const [first, second] = rows
    const type = `tag:${await tagId('bookingId')}` as const
    const foundIds = await findIds(
      people.amir,
      type,
      ` ${first?.value.toLowerCase()} , ${second?.value},,${first?.value}`,
    )
    expect(foundIds.sort()).toEqual([String(first?.card_id), String(second?.card_id)].sort())
    const { cards } = await search(people.amir, type, first?.value ?? '')
    expect(cards).toMatchObject([{ VOUCHERID: String(first?.card_id), BOOKINGID: first?.value }])
    expect(await findIds(people.amir, type, first?.value.slice(0, 6) ?? '')).toEqual([])
    expect(await search(people.amir, type, 'BK12,BK123')).toMatchObject({
      resultCode: '-20400',
      resultText: 'Each tag value should have at least 5 characters',
    })
  })

  it('does not find tags of another owner', async () => {
    const otherOwnersTagResponse = await search(people.amir, `tag:${await tagId('bookingId', 1)}`, 'BK123456')
    const unknownTagResponse = await search(people.amir, 'tag:999999', 'BK123456')
    expect(otherOwnersTagResponse).toEqual({ resultCode: '-20404', resultText: 'There is no such tag' })
    expect(otherOwnersTagResponse).toEqual(unknownTagResponse)
  })

  it('lists the owner’s tags, stop reasons and fee types', async () => {
    const { tags } = await people.amir.call('getCardTags', {})
    expect(tags.map(({ name }) => name)).toEqual(['bookingId', 'department', 'tripName'])
    expect(tags[0]?.id).toBe(String(await tagId('bookingId')))
    expect((await people.amir.call('getStopReasons', {})).stopReasons).toContainEqual({
      STOPREASONID: 1,
      STOPREASONSHORT: 'Lost',
    })
    expect((await people.amir.call('getFeeTypes', {})).feeTypes).toContainEqual({
      id: '1',
      name: 'Card Replacement Fee',
      charge: '10.00',
    })
  })

  it.each(searchTypes.map((typeInfo) => [typeInfo.label, typeInfo] as const))(
    'by %s rejects a term that is too short',
    async (_, typeInfo) => {
      const response = await search(people.amir, typeInfo.type, '1'.repeat(typeInfo.minLength - 1))
      const message = `Search term should be at least ${typeInfo.minLength} characters`
      expect(response).toMatchObject({
        resultCode: '-20400',
        resultText: message,
        errors: [{ path: 'searchTerm', message }],
      })
    },
  )

  it.each([
    '%%%%%%%%%%%%%%%%%%%%',
    '____________________',
    "' OR '1'='1' OR 'abc",
    '\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\',
    '=HYPERLINK("http://x")',
    '<script>alert(1)</script>',
    '٩٠٠٠٠١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦',
  ])('searches for %s literally and finds nothing', async (term) => {
    for (const typeInfo of searchTypes) {
      const response = await search(people.amir, typeInfo.type, term)
      expect(response).toMatchObject({
        resultCode: '0',
        cards: [],
        truncated: false,
        resultText: 'No card matches this search',
      })
    }
  })

  it('matches % and _ in a value literally', async () => {
    await sql`UPDATE card SET customer_id = 'A_1%Z' WHERE id = ${other?.id}`.execute(db())
    expect(await findIds(people.amir, '2', 'A_1%')).toEqual([String(other?.id)])
    expect(await findIds(people.amir, '2', 'AX1')).toEqual([])
    expect(await findIds(people.amir, '2', 'A_1_')).toEqual([])
  })

  it('rejects a term over 400 KB, unknown types and terms that are not text', async () => {
    for (const [searchType, searchTerm] of [
      ['2', 'x'.repeat(400_001)],
      ['8', 'abcdef'],
      ['tag:', 'abcdef'],
      ['tag:x', 'abcdef'],
      ['2', { $ne: '' }],
      ['2', 'abc\u0000def'],
    ] as const) {
      const response = await people.amir.call('cardSearch', { searchType, searchTerm, showExpired: true } as never)
      expect(response.resultCode).toBe('-20400')
    }
  })

  it('hides expired cards unless requested, and reports that they exist', async () => {
    const [expired] = demoCardsInState('expired', 1)
    expect(await search(people.amir, '1', expired?.pan ?? '', false)).toMatchObject({
      resultCode: '0',
      cards: [],
      resultText: 'Only expired cards match this search. Tick Show Expired to see them',
    })
    const { cards } = await search(people.amir, '1', expired?.pan ?? '')
    expect(cards).toMatchObject([{ VOUCHERID: String(expired?.id), EXPIRED: 1 }])
  })

  it('finds no cards of another owner', async () => {
    const { customer_id, phone, id_number, customer_reference } = await readCard()
    expect(await findIds(people.hal, '1', card?.pan ?? '')).toEqual([])
    expect(await findIds(people.hal, '1', card?.pan.slice(0, 12) ?? '')).toEqual([])
    for (const [type, term] of [
      ['2', customer_id],
      ['3', phone],
      ['4', card?.trackingNumber],
      ['5', id_number],
      ['6', customer_reference],
    ] as const)
      expect(await findIds(people.hal, type, term ?? '')).toEqual([])
  })

  it('returns the cards of a list of values in the same order, each once, and names the values not found', async () => {
    const [first, second] = [card?.pan ?? '', other?.pan ?? '']
    const unknownNumber = '9000019999999999'
    const response = await search(people.amir, '1', `${second}\n${unknownNumber}\n${first.slice(0, 15)}\n${first}`)
    expect(response.cards.map(({ VOUCHERID }) => VOUCHERID)).toEqual([String(other?.id), String(card?.id)])
    expect(response).toMatchObject({ truncated: false, missing: [unknownNumber] })
    const tracked = [other?.trackingNumber, '799999999999999', card?.trackingNumber].join('; ')
    expect(await search(people.amir, '4', tracked)).toMatchObject({
      cards: [{ VOUCHERID: String(other?.id) }, { VOUCHERID: String(card?.id) }],
      missing: ['799999999999999'],
    })
    expect((await search(people.amir, '1', first)).missing).toBeUndefined()
  })

  it('returns a card for each value of a list of any length', async () => {
    const { rows } = await sql<{ tracking_number: string }>`
      SELECT tracking_number FROM card WHERE owner_id = 3 ORDER BY id DESC LIMIT 1500`.execute(db())
    const numbers = rows.map(({ tracking_number }) => tracking_number)
    const { cards, truncated, missing } = await search(people.amir, '4', numbers.join('\n'))
    expect(cards.map(({ TRACKINGNUMBER }) => TRACKINGNUMBER)).toEqual(numbers)
    expect({ truncated, missing }).toEqual({ truncated: false, missing: [] })
  })

  it('returns at most a thousand cards, and reports whether there are more', async () => {
    const separateServer = await startDemoServer({ settings: { cardNumbersPerHour: 100_000 } })
    const amir = await separateServer.logIn('amir')
    await separateServer.database.db.transaction().execute(async (trx) => {
      await sql`
        WITH copies AS (
          INSERT INTO card (owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
            sequence_number, customer_id, cvv_cipher, expires_on, issued_at)
          SELECT owner_id, campaign_id, pan_cipher, decode(md5(n::text), 'hex'), pan_prefix_hash, pan_masked,
                 '8' || lpad(n::text, 14, '0'), '', 'MANY-' || n, cvv_cipher, expires_on, issued_at
          FROM card, generate_series(1, 1001) n WHERE card.id = ${card?.id}
          RETURNING id, owner_id
        )
        INSERT INTO account (owner_id, currency, kind, card_id) SELECT owner_id, 'SGD', 'card', id FROM copies
      `.execute(trx)
    })
    const manyCards = await search(amir, '2', 'MANY')
    expect(manyCards).toMatchObject({ truncated: true })
    expect(manyCards.resultText).toMatch(/^More than 1,000 cards match/)
    expect(manyCards.cards).toHaveLength(1000)
    expect(new Set(manyCards.cards.map(({ VOUCHERID }) => VOUCHERID)).size).toBe(1000)
    expect(await search(amir, '4', '800000')).toMatchObject({ truncated: true })
    expect(await search(amir, '1', card?.pan.slice(0, 9) ?? '')).toMatchObject({ truncated: true })
    expect(await search(amir, '1', card?.pan.slice(0, 12) ?? '')).toMatchObject({ truncated: true })
    await separateServer.close()
  })

  it('records the user and the number of cards found in the audit trail, but never the search term', async () => {
    await search(people.amir, '1', card?.pan ?? '')
    const { rows } = await sql<Record<string, unknown>>`
      SELECT user_id, subject_type, subject_id, result_code FROM audit_event WHERE method = 'cardSearch' ORDER BY id DESC LIMIT 1
    `.execute(db())
    expect(rows).toEqual([{ user_id: people.amir.id, subject_type: 'cards', subject_id: '1', result_code: '0' }])
    expect(demo.server.log()).not.toContain(card?.pan)
  })
})
