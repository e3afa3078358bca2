// Returns the file for the card producer. The file can be fetched only once. If the response was lost, a repeated
// request with the same id gets the file again. The file has full card numbers, so it is written when it is fetched and
// never stored. Only the response is stored, encrypted like the response of every change (server/operations/change.ts).
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { instantToText } from '#domain/instants.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { countCardNumbers } from '#server/operations/card-numbers.ts'
import { refuseOrdererOfOrder } from '#server/operations/orderers.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { type ProducerCard, writeProducerFile } from './producer-file.ts'

export const fetchProducerFile: Handler<'fetchProducerFile'> = async (context, { orderId, requestId }) => {
  const { db, viewer, secrets, client } = context
  const id = Number(orderId)
  const order = await lockPhysicalOrder(db, viewer, id)
  if (!order) return refuse(codes.notFound, m.orders_noSuchPhysicalOrder)
  context.setSubject('order', id)
  if (order.producer_file_name === null || order.processed_at === null)
    return refuse(codes.refusedState, m.orders_noFileYet)
  if (order.fetched_at !== null) {
    const who = toFullName(order.fetcher_first, order.fetcher_last)
    const fetchedAt = order.fetched_at.toISOString()
    return refuse(codes.refusedState, () =>
      m.orders_fileDownloadedBefore({ who, when: instantToText(fetchedAt, client) }),
    )
  }
  const refusal = await refuseOrdererOfOrder(context, id)
  if (refusal) return refusal
  const cards = await findProducerCards(db, secrets, id)
  // The numbers count towards the user's limit, but are never masked. The producer needs the full numbers, and the file
  // can be fetched only once.
  await countCardNumbers(context, cards.length)
  await sql`
    UPDATE card_order SET fetched_by = ${viewer.userId}, fetched_at = ${new Date(context.now())}, fetched_request = ${requestId}
    WHERE id = ${id}`.execute(db)
  const bytes = writeProducerFile(
    {
      orderId: id,
      programme: client.name,
      campaign: order.campaign_name,
      quotationNumber: order.quotation_number,
      plasticId: order.plastic_id,
      designId: order.design_id,
      issuedAt: order.processed_at,
    },
    cards,
  )
  context.recordValues({ fileName: order.producer_file_name, cards: cards.length })
  return { fileName: order.producer_file_name, contentType: 'text/csv', base64: bytes.toString('base64') }
}

interface LockedOrder {
  readonly producer_file_name: string | null
  readonly campaign_name: string
  readonly quotation_number: string
  readonly fetched_at: Date | null
  readonly fetcher_first: string | null
  readonly fetcher_last: string | null
  readonly processed_at: Date | null
  readonly plastic_id: string
  readonly design_id: string
}

/** Locks the order, so that the second of two simultaneous calls waits and is then refused. */
async function lockPhysicalOrder(trx: Db, scope: Scope, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    SELECT o.producer_file_name, c.name AS campaign_name, o.quotation_number, o.plastic_id, o.design_id, o.processed_at, o.fetched_at,
           u.firstname AS fetcher_first, u.lastname AS fetcher_last
    FROM (SELECT * FROM card_order o WHERE id = ${id} AND ${inScope(scope, 'o')} AND kind = 'physical' FOR UPDATE) o
    JOIN campaign c ON c.id = o.campaign_id LEFT JOIN user_account u ON u.id = o.fetched_by
  `.execute(trx)
  return rows[0]
}

async function findProducerCards(db: Db, secrets: Secrets, orderId: number): Promise<ProducerCard[]> {
  const { rows } = await sql<{
    fields: ProducerCard['texts']
    pan_cipher: Buffer
    expires_on: string
    tracking_number: string
    sequence_number: string
  }>`
    SELECT r.fields, c.pan_cipher, c.expires_on, c.tracking_number, c.sequence_number
    FROM card_order_row r JOIN card c ON c.id = r.card_id
    WHERE r.order_id = ${orderId} AND r.state = 'issued' ORDER BY r.row_no
  `.execute(db)
  return rows.map((row) => ({
    pan: secrets.decryptText(row.pan_cipher),
    expiresOn: row.expires_on,
    trackingNumber: row.tracking_number,
    sequenceNumber: row.sequence_number,
    texts: row.fields,
  }))
}
