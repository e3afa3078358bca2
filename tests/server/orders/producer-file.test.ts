// The file for the card producer matches the order and its cards. It can be downloaded once, only with permission, and
// is not stored.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { type DemoServer, startHarbourServer, type Person, startDemoServer } from '#tests/support/demo-server.ts'
import {
  orderInDatabase,
  physicalCard,
  placedOrder,
  rowsOfOrder,
  waitUntilIssued,
} from '#tests/support/issued-orders.ts'

describe('the file for the card producer', () => {
  let server: DemoServer
  let db: DemoServer['database']['db']
  let olive: Person
  let ada: Person
  beforeAll(async () => {
    server = await startDemoServer()
    db = server.database.db
    olive = await server.logIn('olive')
    ada = await server.logIn('ada')
    await server.server.jobs.start()
  })
  afterAll(() => server.close())

  const issuedOrder = async (rows: ReturnType<typeof physicalCard>[]) => {
    const id = await placedOrder(olive, rows)
    server.clock.now = (await orderInDatabase(db, id)).final_at?.getTime() ?? 0
    server.server.jobs.wake()
    await waitUntilIssued(db, id)
    // The users' sessions have expired meanwhile.
    ;[olive, ada] = [await server.logIn('olive'), await server.logIn('ada')]
    return id
  }
  const cards = [
    physicalCard(1, {
      name: 'José',
      surname: 'Muñoz',
      loadAmount: 1_000,
      address1: '12 "The Quay", Block 3',
      recipientName: 'Zoë Ng',
    }),
    physicalCard(2),
  ]

  it('matches the order and its cards when read by another program', async () => {
    const id = await issuedOrder(cards)
    const { files } = await ada.call('producerFiles', {})
    const listedFile = files.find((file) => file.orderId === id)
    expect(listedFile).toMatchObject({ cardsCount: 2, quotationNumber: 'Q-2026-17', fetchedAt: null })
    const response = await ada.call('fetchProducerFile', { orderId: id })
    expect(response.resultCode).toBe('0')
    expect(response.fileName).toBe(listedFile?.fileName)
    const bytes = Buffer.from(response.base64, 'base64')
    const text = bytes.toString('utf8')
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true })
    expect(errors).toEqual([])
    const [header = [], ...records] = data
    const trailer = records.pop() ?? []

    const { rows: inDatabase } = await sql<{
      pan_cipher: Buffer
      tracking_number: string
      sequence_number: string
      expires_on: string
    }>`
      SELECT c.* FROM card_order_row r JOIN card c ON c.id = r.card_id WHERE r.order_id = ${id} ORDER BY r.row_no`.execute(
      db,
    )
    expect(records).toEqual(
      cards.map((card, index) => {
        const { pan_cipher, tracking_number, sequence_number, expires_on = '' } = inDatabase[index] ?? {}
        return [
          'D',
          String(index + 1),
          pan_cipher && testSecrets.decryptText(pan_cipher),
          `${expires_on.slice(5, 7)}/${expires_on.slice(2, 4)}`,
          ['JOSE MUNOZ', 'ANN MARIE LEE 2'][index],
          tracking_number,
          sequence_number,
          '7',
          '3',
          'Q-2026-17',
          card.recipientName,
          card.recipientNumber,
          card.address1,
          card.address2,
          card.postalCode,
        ]
      }),
    )
    for (const [, , pan = ''] of records) expect([pan.length, hasValidCheckDigit(pan)]).toEqual([16, true])
    // The header contains the last 15 digits of the sum of all tracking numbers.
    const total = inDatabase.reduce((sum, row) => sum + BigInt(row.tracking_number), 0n) % 10n ** 15n
    expect([header[0], header[1], header[2], header[9], BigInt(header[10] ?? 0)]).toEqual(['H', '1', id, '2', total])
    const beforeTrailer = text.slice(0, text.lastIndexOf('T,'))
    expect(trailer).toEqual(['T', '2', createHash('sha256').update(beforeTrailer).digest('hex')])
    // The file contains no security code.
    const codesOfCards = await sql<{
      cvv_cipher: Buffer
    }>`SELECT c.cvv_cipher FROM card_order_row r JOIN card c ON c.id = r.card_id WHERE r.order_id = ${id}`.execute(db)
    for (const { cvv_cipher } of codesOfCards.rows)
      expect(data.flat()).not.toContain(testSecrets.decryptText(cvv_cipher))
  })

  it('can be downloaded once, or repeatedly by the same request; other requests are denied, and all are recorded', async () => {
    const id = await issuedOrder([physicalCard(11)])
    const bea = await server.addUser({ username: `bea-${id}`, permissions: ['Card.produce'] })
    const requestId = randomUUID()
    const first = await ada.call('fetchProducerFile', { orderId: id, requestId })
    expect(first.resultCode).toBe('0')
    // The same request gets the same response, which may have been lost.
    expect(await ada.call('fetchProducerFile', { orderId: id, requestId })).toEqual(first)
    const second = await ada.call('fetchProducerFile', { orderId: id })
    expect(second).toMatchObject({
      resultCode: codes.refusedState,
      resultText: expect.stringMatching(/^.+ downloaded this file on .+ once/) as string,
    })
    expect(second).not.toHaveProperty('base64')
    const another = await (await server.logIn(bea.username)).call('fetchProducerFile', { orderId: id, requestId })
    expect(another.resultCode).toBe(codes.refusedState)
    const { files } = await ada.call('producerFiles', {})
    expect(files.find((file) => file.orderId === id)).toMatchObject({
      fetchedAt: expect.any(String) as string,
      fetchedBy: expect.stringMatching(/./) as string,
    })

    const audit = await sql<{ result_code: string; user_id: number }>`
      SELECT result_code, user_id FROM audit_event WHERE method = 'fetchProducerFile' AND subject_type = 'order' AND subject_id = ${id}
      ORDER BY id`.execute(db)
    expect(audit.rows.map((row) => [row.result_code, row.user_id])).toEqual([
      ['0', ada.id],
      [codes.refusedState, ada.id],
      [codes.refusedState, bea.id],
    ])
  })

  it('is returned to only one of several concurrent requests', async () => {
    const id = await issuedOrder([physicalCard(21)])
    const responses = await Promise.all([1, 2, 3].map(() => ada.call('fetchProducerFile', { orderId: id })))
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(
      [codes.refusedState, codes.refusedState, '0'].sort(),
    )
  })

  it('is denied without permission, for another owner, and before the cards are issued', async () => {
    const id = await issuedOrder([physicalCard(31)])
    for (const name of ['olive', 'amir', 'rita']) {
      const person = await server.logIn(name)
      expect((await person.call('fetchProducerFile', { orderId: id })).resultCode).toBe(codes.notAuthorized)
      expect((await person.call('producerFiles', {})).resultCode).toBe(codes.notAuthorized)
    }
    const harbourServer = await startHarbourServer(server)
    const hal = await harbourServer.logIn('hal')
    expect((await hal.call('fetchProducerFile', { orderId: id })).resultCode).toBe(codes.notFound)
    expect((await hal.call('producerFiles', {})).files).toEqual([])
    await harbourServer.close()
    const placed = await placedOrder(olive, [physicalCard(32)])
    const earlyResponse = await ada.call('fetchProducerFile', { orderId: placed })
    expect(earlyResponse).toMatchObject({
      resultCode: codes.refusedState,
      resultText: expect.stringMatching(/not been issued/) as string,
    })
    expect((await ada.call('producerFiles', {})).files.map((file) => file.orderId)).not.toContain(placed)
    expect((await ada.call('fetchProducerFile', { orderId: '999999' })).resultCode).toBe(codes.notFound)
  })

  it('contains only issued cards, and does not exist if no card could be issued', async () => {
    const id = await placedOrder(olive, [physicalCard(41)])
    await sql`UPDATE campaign SET closed_at = now() WHERE id = 1`.execute(db)
    server.clock.now = (await orderInDatabase(db, id)).final_at?.getTime() ?? 0
    server.server.jobs.wake()
    expect(await waitUntilIssued(db, id)).toMatchObject({ failed_count: 1, producer_file_name: null })
    ;[olive, ada] = [await server.logIn('olive'), await server.logIn('ada')]
    expect((await ada.call('fetchProducerFile', { orderId: id })).resultCode).toBe(codes.refusedState)
    await sql`UPDATE campaign SET closed_at = NULL WHERE id = 1`.execute(db)
  })

  it('leaves no readable card number in the stored response, the audit trail or the log', async () => {
    const id = await issuedOrder([physicalCard(51)])
    const response = await ada.call('fetchProducerFile', { orderId: id })
    const [row] = await rowsOfOrder(db, id)
    const { pan_cipher } = await db
      .selectFrom('card')
      .select('pan_cipher')
      .where('id', '=', row?.card_id ?? 0)
      .executeTakeFirstOrThrow()
    const pan = testSecrets.decryptText(pan_cipher)
    expect(Buffer.from(response.base64, 'base64').toString()).toContain(pan)
    const storedRows: string[] = []
    for (const table of ['request_answer', 'audit_event', 'job', 'card_order', 'card_order_row', 'card']) {
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(table)} t`.execute(db)
      storedRows.push(...rows.map((each) => each.row))
    }
    const storedText = storedRows.join('\n')
    expect(storedRows.length).toBeGreaterThan(400)
    const hex = Buffer.from(pan).toString('hex')
    expect(
      [pan, hex, response.base64].map((secret) => storedText.includes(secret) || server.log().includes(secret)),
    ).toEqual([false, false, false])
  })
})
