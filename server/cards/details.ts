// Details of one card: facts from its row, amounts from the ledger, and the decrypted number within the user's limit.
// They never include the CVV.
import { sql } from 'kysely'
import type * as z from 'zod'
import type { cardDetails as cardDetailsEntity } from '#contract/cards.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db, Handler } from '#server/operations/context.ts'
import { selectStatusTimes, shownStoredStatus, type StatusTimes } from '#server/db/card-statuses.ts'
import { allowCardNumbers } from '#server/operations/card-numbers.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import { flagToApi, moneyToApi } from '#server/operations/to-api.ts'
import { type CardSums, cardSums, noSuchCard } from './find-cards.ts'
import { nameInLanguage } from '#server/operations/programme-names.ts'

export const cardDetails: Handler<'cardDetails'> = async (context, params) => {
  const id = Number(params.voucherID)
  context.setSubject('card', id)
  const card = await findCard(context.db, context.viewer, id)
  if (!card) return noSuchCard()
  const tags = await findTags(context.db, id)
  const notes = await findNotes(context.db, id)
  const { unmaskedCount } = await allowCardNumbers(context, 1)
  const number = unmaskedCount === 0 ? card.pan_masked : context.secrets.decryptText(card.pan_cipher)
  const issuedAt = card.issued_at.getTime()
  const firstTime = Math.min(issuedAt, card.first_posted_at?.getTime() ?? issuedAt)
  const firstDate = instantToDate(firstTime, context.client.timeZone)
  return { card: { ...cardToApi(card, number, tags, notes), FIRSTDATE: firstDate } }
}

interface CardDetailsRow extends CardSums, StatusTimes {
  id: number
  pan_cipher: Buffer
  pan_masked: string
  name: string
  tracking_number: string
  sequence_number: string
  label: string
  expires_on: string
  issued_at: Date
  first_posted_at: Date | null
  magstripe_enabled: boolean
  activation_data: string
  campaign_name: string
  currency: string
  requires_pin: boolean
  pin_length: number
  balance_cents: number
  held_cents: number
  status_at: Date | null
  status_by: string | null
  stop_reason: string | null
}
type TagRow = { name: string; value: string }
type NoteRow = { text: string; created_at: Date; username: string }

/** The owner's card with its amounts from the ledger. */
async function findCard(db: Db, scope: Scope, id: number): Promise<CardDetailsRow | undefined> {
  const { rows } = await sql<CardDetailsRow>`
    SELECT c.id, c.pan_cipher, c.pan_masked, c.name, c.tracking_number, c.sequence_number, c.label, c.expires_on, c.issued_at, ${selectStatusTimes},
           c.magstripe_enabled, c.activation_data, p.name AS campaign_name, p.currency, p.requires_pin,
           p.pin_length, a.balance_cents, a.held_cents, s.loaded_cents, s.settled_cents,
           coalesce(${selectStatusTimes}) AS status_at, ${nameInLanguage('z', 'short')} AS stop_reason,
           (
             SELECT min(t.posted_at) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
             WHERE e.account_id = a.id
           ) AS first_posted_at,
           (
             -- NULL: the card processor.
             SELECT u.username FROM card_event v LEFT JOIN user_account u ON u.id = v.user_id
             WHERE v.card_id = c.id AND v.kind = ${shownStoredStatus} ORDER BY v.at DESC, v.id DESC LIMIT 1
           ) AS status_by
    FROM card c
    JOIN campaign p ON p.id = c.campaign_id
    JOIN account a ON a.card_id = c.id
    LEFT JOIN stop_reason z ON z.id = c.stop_reason_id
    CROSS JOIN ${cardSums(sql`a.id`)} s
    WHERE c.id = ${id} AND ${inScope(scope, 'c')}
  `.execute(db)
  return rows[0]
}

async function findTags(db: Db, id: number): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    SELECT t.name, v.value FROM card_tag_value v JOIN card_tag t ON t.id = v.tag_id WHERE v.card_id = ${id} ORDER BY t.name
  `.execute(db)
  return rows
}

async function findNotes(db: Db, id: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    SELECT n.text, n.created_at, u.username FROM card_note n JOIN user_account u ON u.id = n.user_id
    WHERE n.card_id = ${id} ORDER BY n.created_at DESC, n.id DESC
  `.execute(db)
  return rows
}

function cardToApi(
  card: CardDetailsRow,
  number: string,
  tags: readonly TagRow[],
  notes: readonly NoteRow[],
): z.output<typeof cardDetailsEntity> {
  return {
    VOUCHERID: String(card.id),
    CARDNUMBER: number,
    CARDHOLDERNAME: card.name,
    EXPIRYDATE: card.expires_on,
    CARDCVV2: '***',
    CARDBALANCE: moneyToApi(card.balance_cents),
    FUNDSAVAILABLE: moneyToApi(card.balance_cents - card.held_cents),
    LOADEDAMOUNT: moneyToApi(card.loaded_cents),
    AUTHORIZEDAMOUNT: moneyToApi(card.held_cents),
    SETTLEDAMOUNT: moneyToApi(card.settled_cents),
    CURRENCY: card.currency,
    CAMPAIGNNAME: card.campaign_name,
    STATUS: card.activated_at?.toISOString() ?? '',
    TRACKINGNUMBER: card.tracking_number,
    ACTIVATIONDATA: card.activation_data,
    SEQUENCENUMBER: card.sequence_number,
    ...(card.label !== '' && { CARDLABEL: card.label }),
    VOUCHERTAGS: tags.map((tag) => ({ TAGNAME: tag.name, VOUCHERTAGVALUE: tag.value })),
    VOUCHERNOTES: notes.map((note) => ({
      VOUCHERNOTETEXT: note.text,
      VOUCHERNOTEDATE: note.created_at.toISOString(),
      USERNAME: note.username,
    })),
    ISSTOPPED: flagToApi(card.stopped_at),
    RETIRED: flagToApi(card.retired_at),
    STATUSDATE: card.status_at?.toISOString() ?? null,
    STATUSUSERNAME: card.status_by,
    STOPREASON: card.stop_reason,
    MAGSTRIPEENABLED: flagToApi(card.magstripe_enabled),
    CAMPAIGNCARDREQUIREPIN: flagToApi(card.requires_pin),
    CAMPAIGNCARDPINLENGTH: card.pin_length,
  }
}
