// Details of one card: its data, its amounts from the ledger, and its full number within the user's limit. The CVV is
// never included.
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
  const { unmaskedCount } = await allowCardNumbers(context, 1)
  const isMasked = unmaskedCount === 0
  const visibleNumber = isMasked ? card.pan_masked : context.secrets.decryptText(card.pan_cipher)
  const issuedAt = card.issued_at.getTime()
  // Imported cards can have transactions before the day of issue.
  const firstPostedAt = card.first_posted_at?.getTime() ?? issuedAt
  const firstTime = Math.min(issuedAt, firstPostedAt)
  const firstDate = instantToDate(firstTime, context.client.timeZone)
  return { card: { ...cardToApi(card, visibleNumber), FIRSTDATE: firstDate } }
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
  tags: readonly { name: string; value: string }[]
  /** The newest note first. */
  notes: readonly { text: string; created_at: string; username: string }[]
}

/** The owner's card with its amounts from the ledger, its tags and its notes. */
async function findCard(db: Db, scope: Scope, id: number): Promise<CardDetailsRow | undefined> {
  const { rows } = await sql<CardDetailsRow>`
    SELECT c.id, c.pan_cipher, c.pan_masked, c.name, c.tracking_number, c.sequence_number, c.label, c.expires_on, c.issued_at, ${selectStatusTimes},
           c.magstripe_enabled, c.activation_data, p.name AS campaign_name, p.currency, p.requires_pin,
           p.pin_length, a.balance_cents, a.held_cents, s.loaded_cents, s.settled_cents, s.first_posted_at,
           -- The columns come in the order of their precedence, so this is the time of the status that is shown.
           coalesce(${selectStatusTimes}) AS status_at, ${nameInLanguage('z', 'short')} AS stop_reason,
           (
             -- NULL if the card processor set the status.
             SELECT u.username FROM card_event v LEFT JOIN user_account u ON u.id = v.user_id
             WHERE v.card_id = c.id AND v.kind = ${shownStoredStatus} ORDER BY v.at DESC, v.id DESC LIMIT 1
           ) AS status_by,
           (
             SELECT coalesce(json_agg(json_build_object('name', k.name, 'value', v.value) ORDER BY k.name), '[]')
             FROM card_tag_value v JOIN card_tag k ON k.id = v.tag_id WHERE v.card_id = c.id
           ) AS tags,
           (
             SELECT coalesce(json_agg(json_build_object('text', n.text, 'created_at', n.created_at, 'username', u.username)
               ORDER BY n.created_at DESC, n.id DESC), '[]')
             FROM card_note n JOIN user_account u ON u.id = n.user_id WHERE n.card_id = c.id
           ) AS notes
    FROM card c
    JOIN campaign p ON p.id = c.campaign_id
    JOIN account a ON a.card_id = c.id
    LEFT JOIN stop_reason z ON z.id = c.stop_reason_id
    CROSS JOIN ${cardSums(sql`a.id`)} s
    WHERE c.id = ${id} AND ${inScope(scope, 'c')}
  `.execute(db)
  return rows[0]
}

function cardToApi(card: CardDetailsRow, visibleNumber: string): z.output<typeof cardDetailsEntity> {
  return {
    VOUCHERID: String(card.id),
    CARDNUMBER: visibleNumber,
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
    VOUCHERTAGS: card.tags.map((tag) => ({ TAGNAME: tag.name, VOUCHERTAGVALUE: tag.value })),
    VOUCHERNOTES: card.notes.map((note) => ({
      VOUCHERNOTETEXT: note.text,
      VOUCHERNOTEDATE: new Date(note.created_at).toISOString(),
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
