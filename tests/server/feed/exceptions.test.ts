// The work of users on events: the list of those that could not be applied, and files that one uploads and another confirms.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCard } from '#server/demo/cards.ts'
import { expireHolds, listWaitingEvents } from '#server/feed/expire.ts'
import type { Db } from '#server/operations/context.ts'
import type { Person } from '#tests/support/demo-server.ts'
import { callWith } from '#tests/support/call.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { type FeedServer, merchant, moneyOf, startFeedServer, unusedCards } from './feed-server.ts'

let server: FeedServer
let db: Db
let ada: Person
beforeAll(async () => {
  server = await startFeedServer()
  ;({ db } = server.database)
  const user = await server.addUser({ username: 'finance', permissions: ['Feed.write'] })
  ada = { id: user.id, call: callWith(server.url, user.token) }
}, 120_000)
afterAll(() => server.close())

const card = unusedCards[0] ?? demoCard(0)
const fee = (eventId: string) =>
  ({ kind: 'fee', eventId, amount: 250, currency: 'SGD', feeType: 77, description: 'Card fee' }) as const
const findOpen = async (eventId: string) => {
  const { exceptions } = await ada.call('feedExceptions', { status: 'open' })
  const found = exceptions.find((exception) => exception.eventId === eventId)
  if (!found) throw new Error(`${eventId} is not listed`)
  return found
}

it('is counted on Home for users who can work on it, and found by its id in every state', async () => {
  const other = unusedCards[2] ?? demoCard(2)
  const { unappliedEvents: before } = await ada.call('overview', {})
  await server.sendOf(other, [{ ...fee('counted'), feeType: 78 }])
  const { id, foundAt } = await findOpen('counted')
  const { unappliedEvents } = await ada.call('overview', {})
  expect(unappliedEvents?.count).toBe((before?.count ?? 0) + 1)
  expect(unappliedEvents?.oldestFoundAt).toBe(before?.oldestFoundAt ?? foundAt)
  const reader = await server.addUser({ username: 'cardreader', permissions: ['CardStatement.read'] })
  expect((await callWith(server.url, reader.token)('overview', {})).unappliedEvents).toBeUndefined()
  expect((await ada.call('feedExceptions', { id })).exceptions).toMatchObject([
    { eventId: 'counted', resolvedAt: null },
  ])
  await ada.call('resolveFeedException', { id, note: 'Not ours' })
  const { exceptions, total } = await ada.call('feedExceptions', { id })
  expect({ exceptions, total }).toMatchObject({ exceptions: [{ eventId: 'counted', note: 'Not ours' }], total: 1 })
  expect((await ada.call('overview', {})).unappliedEvents?.count).toBe(before?.count ?? 0)
  expect((await ada.call('feedExceptions', { id: '999999' })).exceptions).toEqual([])
})

it('is hidden from a user who is limited to other campaigns, on Home too, unless its card is unknown', async () => {
  const other = unusedCards[3] ?? demoCard(3)
  const limited = await server.addUser({ username: 'limited', permissions: ['Feed.write'] })
  const { campaign_id: campaign } = await db
    .selectFrom('card')
    .select('campaign_id')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const elsewhere = await db
    .selectFrom('campaign')
    .select('id')
    .where('owner_id', '=', VOYAGER)
    .where('id', '<>', campaign)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user_account')
    .set({ campaign_ids: [elsewhere.id] })
    .where('id', '=', limited.id)
    .execute()
  const call = callWith(server.url, limited.token)
  const countOf = async () => (await call('overview', {})).unappliedEvents?.count
  const before = (await countOf()) ?? 0
  await server.sendOf(other, [{ ...fee('hidden'), feeType: 78 }])
  const { id } = await findOpen('hidden')
  expect(await countOf()).toBe(before)
  expect((await call('feedExceptions', { id })).exceptions).toEqual([])
  const unknown = { ...fee('of-no-card'), at: new Date(server.clock.now).toISOString() }
  await server.send([{ ...unknown, trackingNumber: '799999999999998' }])
  expect(await countOf()).toBe(before + 1)
})

describe('an event that could not be applied', () => {
  it('is taken by a user, applied again when its reason is gone, and then resolved', async () => {
    await server.sendOf(card, [fee('odd')])
    const { id, fault, takenBy, voucherID, source } = await findOpen('odd')
    expect({ fault, takenBy, voucherID, source }).toEqual({
      fault: 'unknownFeeType',
      takenBy: null,
      voucherID: String(card.id),
      source: 'processor',
    })
    expect((await ada.call('takeFeedException', { id })).resultCode).toBe('0')
    expect(await findOpen('odd')).toMatchObject({ takenBy: 'finance', takenAt: expect.any(String) as string })
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    await sql`INSERT INTO fee_type (id, name) VALUES (77, 'Card fee')`.execute(db)
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('0')
    expect(await moneyOf(db, card)).toMatchObject({ balance: -250 })
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    expect(await moneyOf(db, card)).toMatchObject({ balance: -250 })
    const { exceptions } = await ada.call('feedExceptions', { status: 'resolved' })
    expect(exceptions.find(({ eventId }) => eventId === 'odd')).toMatchObject({ resolvedBy: 'finance' })
  })

  it('can be applied after its card was added', async () => {
    const trackingNumber = '799999999999999'
    await server.send([
      {
        kind: 'clearing',
        eventId: 'early-bird',
        at: new Date(server.clock.now - HOUR_MS).toISOString(),
        trackingNumber,
        amount: 400,
        currency: 'SGD',
        ...merchant,
      },
    ])
    const { id, voucherID } = await findOpen('early-bird')
    expect(voucherID).toBeNull()
    const other = unusedCards[1] ?? demoCard(1)
    await sql`UPDATE card SET tracking_number = ${trackingNumber} WHERE id = ${other.id}`.execute(db)
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('0')
    expect(await moneyOf(db, other)).toMatchObject({ balance: -400 })
    const { rows } = await sql<{
      card_id: number
    }>`SELECT card_id FROM feed_event WHERE event_id = 'early-bird'`.execute(db)
    expect(rows).toEqual([{ card_id: other.id }])
  })

  it('is closed with a note, which must not contain a card number', async () => {
    await server.sendOf(card, [
      { kind: 'reversal', eventId: 'orphan', original: 'nothing', amount: 5, currency: 'SGD' },
    ])
    const later = { db, client: server.server.client, now: () => server.clock.now + 25 * HOUR_MS }
    await listWaitingEvents(later)
    await expireHolds(later)
    const { id } = await findOpen('orphan')
    // It still waits.
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    expect((await ada.call('resolveFeedException', { id, note: `See ${card.pan}` })).resultCode).toBe('-20400')
    expect((await ada.call('resolveFeedException', { id, note: 'The processor withdrew it' })).resultCode).toBe('0')
    const { exceptions } = await ada.call('feedExceptions', { status: 'resolved' })
    expect(exceptions[0]).toMatchObject({ eventId: 'orphan', note: 'The processor withdrew it', resolvedBy: 'finance' })
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM audit_event WHERE owner_id = ${VOYAGER} AND subject_type = 'feedException' AND subject_id = ${id}`.execute(
      db,
    )
    expect(rows[0]?.count).toBeGreaterThan(1)
  })
})

describe('a file that a user uploads', () => {
  const upload = (who: Person, lines: readonly object[], fileName = 'events.jsonl') =>
    who.call('uploadFeedFile', {
      source: 'files',
      fileName,
      base64: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')).toString('base64'),
    })
  const at = (hoursAgo: number) => new Date(server.clock.now - hoursAgo * HOUR_MS).toISOString()
  const purchase = (eventId: string, more: object = {}) => ({
    kind: 'clearing',
    eventId,
    at: at(5),
    trackingNumber: cardOfFiles.trackingNumber,
    amount: 700,
    currency: 'SGD',
    ...merchant,
    ...more,
  })
  const cardOfFiles = unusedCards[6] ?? demoCard(6)
  const findFile = async (fileId: string) => {
    const { files } = await ada.call('feedFiles', { fileId })
    const [file] = files
    if (!file) throw new Error('the file is not listed')
    return file
  }
  let ben: Person
  beforeAll(async () => {
    const user = await server.addUser({ username: 'second', permissions: ['Feed.write'] })
    ben = { id: user.id, call: callWith(server.url, user.token) }
  })

  it('is tried out, and applied once another user has confirmed it', async () => {
    const before = await moneyOf(db, cardOfFiles)
    const { feedFilesToConfirm: waitingBefore } = await ben.call('overview', {})
    const { fileId } = await upload(ada, [
      purchase('f-1'),
      purchase('f-2', { fee: 30 }),
      purchase('f-3', { kind: 'refund', amount: 200 }),
      purchase('f-4', { trackingNumber: '999999999999999' }),
      {
        kind: 'reversal',
        eventId: 'f-5',
        at: at(4),
        trackingNumber: cardOfFiles.trackingNumber,
        original: 'not-sent',
        amount: 5,
        currency: 'SGD',
      },
      {
        kind: 'total',
        day: at(5).slice(0, 10),
        campaign: cardOfFiles.campaign.name,
        currency: 'SGD',
        count: 99,
        sum: 1,
      },
    ])
    expect(await findFile(fileId)).toMatchObject({
      state: 'waiting',
      isOwn: true,
      events: 5,
      totals: 1,
      kinds: [
        { kind: 'clearing', count: 3, amount: '21.00' },
        { kind: 'refund', count: 1, amount: '2.00' },
        { kind: 'reversal', count: 1, amount: '0.05' },
      ],
      preview: {
        known: 0,
        refused: 0,
        waiting: 1,
        faults: [{ fault: 'unknownCard', count: 1 }],
        differences: 1,
        posted: '12.30',
      },
    })
    expect(await moneyOf(db, cardOfFiles)).toEqual(before)
    expect((await ben.call('overview', {})).feedFilesToConfirm?.count).toBe((waitingBefore?.count ?? 0) + 1)
    expect(await ada.call('confirmFeedFile', { fileId })).toMatchObject({ resultCode: '-20409' })
    expect(await moneyOf(db, cardOfFiles)).toEqual(before)

    expect(await ben.call('confirmFeedFile', { fileId })).toMatchObject({ resultCode: '0', accepted: 5, refused: 0 })
    expect((await moneyOf(db, cardOfFiles)).balance).toBe(before.balance - 1_230)
    expect(await findFile(fileId)).toMatchObject({ state: 'posted', decidedBy: expect.any(String) as string })
    expect((await findOpen('f-4')).source).toBe('files')
    expect(await ben.call('confirmFeedFile', { fileId })).toMatchObject({ resultCode: '-20409' })
    expect((await moneyOf(db, cardOfFiles)).balance).toBe(before.balance - 1_230)
  })

  it('has one entry however often it is uploaded, and shows events that were received before', async () => {
    const lines = [purchase('g-1')]
    const { fileId } = await upload(ada, lines)
    expect((await upload(ben, lines)).fileId).toBe(fileId)
    await ben.call('confirmFeedFile', { fileId })
    expect((await upload(ada, lines)).fileId).toBe(fileId)
    const { fileId: second } = await upload(ada, [purchase('g-1', { amount: 1 }), purchase('g-2')])
    expect((await findFile(second)).preview).toMatchObject({ known: 1, refused: 1, posted: '7.00' })
  })

  it('is never decided by its uploader: the database refuses that', async () => {
    const { fileId } = await upload(ada, [purchase('h-1')])
    const decide = sql`UPDATE feed_file SET decided_by = uploaded_by, decided_at = now(), is_posted = true WHERE id = ${fileId}`
    await expect(decide.execute(db)).rejects.toThrow('feed_file_decider_is_not_uploader')
    await expect(sql`UPDATE feed_file SET content = '{}' WHERE id = ${fileId}`.execute(db)).rejects.toThrow(
      'cannot change after its upload',
    )
  })

  it('that is rejected applies nothing, and can be uploaded again', async () => {
    const before = await moneyOf(db, cardOfFiles)
    const lines = [purchase('i-1')]
    const { fileId } = await upload(ada, lines)
    expect(await ben.call('rejectFeedFile', { fileId, reason: 'Of yesterday' })).toMatchObject({ resultCode: '0' })
    expect(await findFile(fileId)).toMatchObject({ state: 'rejected', rejectReason: 'Of yesterday' })
    expect((await upload(ada, lines)).fileId).not.toBe(fileId)
    expect(await moneyOf(db, cardOfFiles)).toEqual(before)
  })

  it('is mailed to those who can confirm it, but not to its uploader or a limited user, and its decision to the uploader', async () => {
    const { notified, mailsOf, catchFrom } = catchMail()
    catchFrom(server.server)
    const { jobs } = server.server
    const { fileId } = await upload(ada, [purchase('m-1'), purchase('m-2')])
    await jobs.start()
    await expect.poll(() => notified(fileId)).toEqual(['feedFileWaiting ada', 'feedFileWaiting second'])
    const text = mailToText(mailsOf(fileId)[0])
    expect(text).toContain('Number of events: 2.')
    expect(text).toContain(`/card/events/files?file=${fileId}`)
    await ben.call('rejectFeedFile', { fileId, reason: 'Of yesterday' })
    await expect.poll(() => notified(fileId).at(-1)).toBe('feedFileDecided finance')
    expect(mailToText(mailsOf(fileId).at(-1))).toContain('Of yesterday')
    await jobs.stop()
    expect(notified(fileId)).toHaveLength(3)
  })

  it('can be csv, with the names of the fields as headings', async () => {
    const csv = `kind;eventId;at;trackingNumber;amount;currency;merchant;foreign.amount;foreign.currency;foreign.rate\n# a comment\nclearing;j-1;${at(3)};${cardOfFiles.trackingNumber};1200;SGD;Metro;900;EUR;1.33\n`
    const { fileId } = await ada.call('uploadFeedFile', {
      source: 'files',
      fileName: 'events.CSV',
      base64: Buffer.from(csv).toString('base64'),
    })
    expect(await findFile(fileId)).toMatchObject({ events: 1, preview: { posted: '12.00' } })
  })

  it.each([
    ['a line that is not JSON', '{"kind"', 'events.jsonl', 'Line 1 is not an event'],
    [
      'an unknown field',
      '\n{"kind":"expiry","eventId":"x","at":"2026-01-01T00:00:00Z","trackingNumber":"700000001000000","authorisation":"a","colour":1}',
      'a.jsonl',
      'Line 2: the field colour',
    ],
    ['a missing field', '{"kind":"expiry"}', 'a.jsonl', 'Line 1: the field eventId'],
    ['an unknown column', 'kind,colour\nexpiry,red\n', 'a.csv', 'The column ‘colour’ is unknown'],
    ['a card number', `{"kind":"expiry","note":"${cardOfFiles.pan}"}`, 'a.jsonl', 'Line 1 has a card number'],
    ['nothing', '\n\n', 'a.jsonl', 'The file has no events'],
  ])('with %s is refused as a whole', async (_name, text, fileName, message) => {
    const base64 = Buffer.from(text).toString('base64')
    const response = await ada.call('uploadFeedFile', { source: 'files', fileName, base64 })
    expect(response).toMatchObject({ resultCode: '-20400' })
    expect(JSON.stringify(response)).toContain(message)
  })
})
