// Applies the events that move no money: declined payments, the steps of chargebacks, imported authorisations that are
// settled, and changes of cards by the processor.
import { sql } from 'kysely'
import { columnsToTable } from '#server/db/sets.ts'
import type { Db } from '#server/operations/context.ts'
import { addCardsWebhook } from '#server/webhooks/add.ts'
import type { CardAccount } from './apply-money.ts'
import { type CardEvent, type Effects, type EventOf, type FeedTarget, isKind } from './target.ts'

const isDecline = isKind('decline')
const isClearing = isKind('clearing')
const isCardStatus = isKind('cardStatus')
const isChargeback = isKind(
  'chargebackRequested',
  'chargebackProcessed',
  'chargebackRejected',
  'chargebackReversed',
  'secondPresentment',
)

export async function applyDeclines(
  trx: Db,
  cardAccounts: ReadonlyMap<number, CardAccount>,
  events: readonly CardEvent[],
  effects: Effects,
): Promise<void> {
  const declines = events.filter(isDecline)
  if (declines.length === 0) return
  for (const { id } of declines) effects.set(id, { state: 'done' })
  const balanceOf = (cardId: number) => cardAccounts.get(cardId)?.balance_cents ?? 0
  const input = columnsToTable('s', {
    n: ['integer', declines.map((_, index) => index)],
    card_id: ['bigint', declines.map(({ cardId }) => cardId)],
    at: ['timestamptz', declines.map(({ event }) => new Date(event.at))],
    amount: ['bigint', declines.map(({ event }) => event.amount)],
    balance: ['bigint', declines.map(({ cardId, event }) => event.balance ?? balanceOf(cardId))],
    reason: ['text', declines.map(({ event }) => event.reason)],
    method: ['text', declines.map(({ event }) => event.method)],
    manager: ['text', declines.map(({ event }) => event.manager)],
    code: ['text', declines.map(({ event }) => event.code)],
  })
  await sql`
    INSERT INTO failed_transaction (card_id, failed_at, amount_cents, card_balance_cents, description, method, manager, error_code)
    SELECT card_id, at, amount, balance, reason, method, manager, code
    FROM ${input} ORDER BY n
  `.execute(trx)
}

/**
 * Ends authorisations that were imported when the programme began. They have no number of the processor, so a clearing
 * finds them by card and `authNumber`. The statement adds up the clearings of each authorisation (`clearing`), ends the
 * authorisations (`ended`), holds the rest again after partial clearings (`renewed`), and frees the difference on the
 * accounts (`released`).
 */
export async function settleImportedHolds(trx: Db, events: readonly CardEvent[]): Promise<void> {
  const clearings = events.filter(isClearing).filter(({ event }) => event.authNumber !== undefined)
  if (clearings.length === 0) return
  const input = columnsToTable('event', {
    card_id: ['bigint', clearings.map(({ cardId }) => cardId)],
    auth_number: ['text', clearings.map(({ event }) => event.authNumber ?? '')],
    at: ['timestamptz', clearings.map(({ event }) => new Date(event.at))],
    amount: ['bigint', clearings.map(({ event }) => event.amount)],
    is_partial: ['boolean', clearings.map(({ event }) => event.isPartial === true)],
  })
  await sql`
    WITH clearing AS (
      SELECT card_id, auth_number, min(at) AS at, sum(amount)::bigint AS amount_cents, bool_and(is_partial) AS is_partial
      FROM ${input} GROUP BY card_id, auth_number
    ),
    ended AS (
      UPDATE card_authorisation h SET released_at = greatest(clearing.at, h.authorised_at) FROM clearing
      WHERE h.card_id = clearing.card_id AND h.auth_number = clearing.auth_number
        AND h.feed_event_id IS NULL AND h.released_at IS NULL
      RETURNING h.card_id, h.amount_cents, h.authorised_at, h.released_at, h.first_authorised_at, h.description, h.merchant_id,
                h.auth_number,
                CASE WHEN clearing.is_partial THEN greatest(0, h.amount_cents - clearing.amount_cents) ELSE 0 END AS still_held_cents
    ),
    renewed AS (
      INSERT INTO card_authorisation (card_id, authorised_at, amount_cents, description, merchant_id, auth_number, first_authorised_at)
      SELECT card_id, released_at, still_held_cents, description, merchant_id, auth_number,
             coalesce(first_authorised_at, authorised_at)
      FROM ended WHERE still_held_cents > 0
    ),
    released AS (SELECT card_id, sum(amount_cents - still_held_cents)::bigint AS cents FROM ended GROUP BY card_id)
    UPDATE account a SET held_cents = a.held_cents - released.cents FROM released WHERE a.card_id = released.card_id
  `.execute(trx)
}

/**
 * Computes chargebacks again from all their steps. The steps wait until the request has arrived. The request waits
 * until its clearing is posted. If a chargeback has two steps of the same kind, the earlier step counts.
 *
 * The statement reads all steps of the chargebacks (`step`), takes the first request of each with its clearing
 * (`request`), keeps those whose clearing is posted on the same card (`known`), stores the chargebacks (`written`), and
 * finds what has become of each step (`judged`).
 */
export async function applyChargebacks(
  trx: Db,
  { ownerId, source }: FeedTarget,
  events: readonly CardEvent[],
  effects: Effects,
): Promise<void> {
  const steps = events.filter(isChargeback)
  if (steps.length === 0) return
  const clearings = events.filter(isClearing)
  const threads = columnsToTable('s', {
    number: ['text', steps.map(({ event }) => event.chargeback)],
    card_id: ['bigint', steps.map(({ cardId }) => cardId)],
  })
  // The transactions of this call are not stored with their events yet.
  const posted = columnsToTable('s', {
    event_id: ['text', clearings.map(({ event }) => event.eventId)],
    transaction_id: ['bigint', clearings.map(({ id }) => effects.get(id)?.transactionId ?? null)],
  })
  const { rows } = await sql<{ id: number; state: 'done' | 'waiting' | 'exception' }>`
    WITH thread AS (SELECT DISTINCT number, card_id FROM ${threads}),
    posted AS (SELECT * FROM ${posted}),
    step AS MATERIALIZED (
      SELECT e.*, row_number() OVER (PARTITION BY e.card_id, e.thread, e.kind ORDER BY e.at, e.event_id) AS occurrence
      FROM thread
      -- OFFSET 0 keeps the planner from merging this subquery, so that it uses the index of the thread.
      CROSS JOIN LATERAL (
        SELECT * FROM feed_event stored
        WHERE stored.owner_id = ${ownerId} AND stored.source = ${source} AND stored.thread = thread.number
          AND stored.thread <> '' OFFSET 0
      ) e
      WHERE e.card_id = thread.card_id AND (e.kind LIKE 'chargeback%' OR e.kind = 'secondPresentment')
        -- Contradictions are judged again, since an earlier step may have arrived.
        AND (e.state <> 'exception' OR EXISTS (
          SELECT FROM feed_exception x WHERE x.feed_event_id = e.id AND x.fault = 'contradiction'))
    ),
    request AS MATERIALIZED (
      SELECT r.*, coalesce(p.transaction_id, o.transaction_id) AS purchase_id, o.card_id AS purchase_card_id, o.id AS purchase_event_id
      FROM step r
      LEFT JOIN feed_event o ON o.owner_id = ${ownerId} AND o.source = ${source} AND o.event_id = r.original AND o.kind = 'clearing'
      LEFT JOIN posted p ON p.event_id = r.original
      WHERE r.kind = 'chargebackRequested' AND r.occurrence = 1
    ),
    known AS MATERIALIZED (SELECT * FROM request WHERE purchase_id IS NOT NULL AND purchase_card_id = card_id),
    written AS (
      INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
        reason_code, description, notes, pos_entry_mode, network_reference, claim_id, requested_at, transaction_usd_cents,
        processed_at, rejected_at, reversed_at, second_presentment_at, second_presentment_cents, second_presentment_usd_cents,
        second_presentment_reason)
      SELECT k.purchase_id AS transaction_id,
             k.card_id,
             k.thread AS number,
             k.amount_cents,
             (k.content->>'requestAmount')::bigint AS request_amount_cents,
             (k.content->>'usdAmount')::bigint AS usd_amount_cents,
             k.currency,
             k.content->>'reasonCode' AS reason_code,
             k.content->>'description' AS description,
             k.content->>'notes' AS notes,
             k.content->>'posEntryMode' AS pos_entry_mode,
             k.content->>'networkReference' AS network_reference,
             k.content->>'claimId' AS claim_id,
             k.at AS requested_at,
             (k.content->>'transactionUsdAmount')::bigint AS transaction_usd_cents,
             later.processed_at,
             later.rejected_at,
             later.reversed_at,
             p.at AS second_presentment_at,
             p.amount_cents AS second_presentment_cents,
             (p.content->>'usdAmount')::bigint AS second_presentment_usd_cents,
             p.content->>'reasonCode' AS second_presentment_reason
      FROM known k
      CROSS JOIN LATERAL (
        SELECT min(at) FILTER (WHERE kind = 'chargebackProcessed') AS processed_at,
               min(at) FILTER (WHERE kind = 'chargebackRejected') AS rejected_at,
               min(at) FILTER (WHERE kind = 'chargebackReversed') AS reversed_at
        FROM step WHERE step.card_id = k.card_id AND step.thread = k.thread
      ) later
      LEFT JOIN step p ON p.card_id = k.card_id AND p.thread = k.thread AND p.kind = 'secondPresentment' AND p.occurrence = 1
      -- The update includes the columns of the request, because an earlier request with the same number can arrive later.
      ON CONFLICT ON CONSTRAINT chargeback_number DO UPDATE SET transaction_id = excluded.transaction_id,
        amount_cents = excluded.amount_cents, request_amount_cents = excluded.request_amount_cents,
        usd_amount_cents = excluded.usd_amount_cents, currency = excluded.currency, reason_code = excluded.reason_code,
        description = excluded.description, notes = excluded.notes, pos_entry_mode = excluded.pos_entry_mode,
        network_reference = excluded.network_reference, claim_id = excluded.claim_id, requested_at = excluded.requested_at,
        transaction_usd_cents = excluded.transaction_usd_cents, processed_at = excluded.processed_at,
        rejected_at = excluded.rejected_at, reversed_at = excluded.reversed_at, second_presentment_at = excluded.second_presentment_at,
        second_presentment_cents = excluded.second_presentment_cents,
        second_presentment_usd_cents = excluded.second_presentment_usd_cents,
        second_presentment_reason = excluded.second_presentment_reason
      RETURNING card_id, number
    ),
    judged AS (
      SELECT s.id,
             s.kind = 'chargebackRequested' AND s.occurrence > 1 AS is_repeated_request,
             EXISTS (SELECT FROM request r
               WHERE r.id = s.id AND r.purchase_event_id IS NOT NULL AND r.purchase_card_id IS DISTINCT FROM r.card_id) AS is_of_other_card,
             EXISTS (SELECT FROM written w WHERE w.card_id = s.card_id AND w.number = s.thread) AS is_written
      FROM step s
    )
    SELECT id, CASE
      WHEN is_repeated_request OR is_of_other_card THEN 'exception'
      WHEN is_written THEN 'done'
      ELSE 'waiting' END AS state
    FROM judged
  `.execute(trx)
  for (const { id, state } of rows)
    effects.set(id, state === 'exception' ? { state, fault: 'contradiction' } : { state })
}

/**
 * Applies changes of cards by the processor. The newest stop or end of a stop counts, whether the processor or a user
 * made it. The statement records the changes (`recorded`), finds the newest stop or end of a stop of each card
 * (`stops`) and the earliest activation and retirement (`first_changes`), and updates the cards.
 */
export async function applyCardStates(
  trx: Db,
  target: FeedTarget,
  events: readonly CardEvent[],
  effects: Effects,
): Promise<void> {
  const changes = events.filter(isCardStatus)
  if (changes.length === 0) return
  for (const { id } of changes) effects.set(id, { state: 'done' })
  const input = columnsToTable('s', {
    n: ['integer', changes.map((_, index) => index)],
    card_id: ['bigint', changes.map(({ cardId }) => cardId)],
    at: ['timestamptz', changes.map(({ event }) => new Date(event.at))],
    kind: ['text', changes.map(({ event }) => event.status)],
    stop_reason_id: ['integer', changes.map(({ event }) => stopReasonOf(event))],
  })
  await sql`
    WITH input AS (SELECT * FROM ${input}),
    recorded AS (
      INSERT INTO card_event (card_id, at, user_id, kind, stop_reason_id)
      SELECT card_id, at, NULL, kind, stop_reason_id FROM input ORDER BY n
    ),
    stops AS (
      SELECT DISTINCT ON (card_id) card_id, at, kind, stop_reason_id FROM (
        SELECT card_id, at, kind, stop_reason_id FROM input
        UNION ALL
        -- Within this statement, card_event does not have the rows that "recorded" inserts.
        SELECT v.card_id, v.at, v.kind, v.stop_reason_id FROM card_event v WHERE v.card_id IN (SELECT card_id FROM input)
        UNION ALL
        SELECT c.id, c.stopped_at, 'stopped', c.stop_reason_id FROM card c
        WHERE c.id IN (SELECT card_id FROM input) AND c.stopped_at IS NOT NULL
      ) change
      WHERE kind IN ('stopped', 'unstopped')
      -- Of a stop and an end of a stop at the same time, the stop counts.
      ORDER BY card_id, at DESC, (kind = 'stopped') DESC
    ),
    first_changes AS (
      SELECT card_id, min(at) FILTER (WHERE kind = 'activated') AS activated_at, min(at) FILTER (WHERE kind = 'retired') AS retired_at
      FROM input GROUP BY card_id
    )
    UPDATE card c SET
      -- NULL if the card is no longer stopped; unchanged if there was no stop.
      stopped_at = CASE WHEN s.card_id IS NULL THEN c.stopped_at WHEN s.kind = 'stopped' THEN s.at ELSE NULL END,
      stop_reason_id = CASE WHEN s.card_id IS NULL THEN c.stop_reason_id WHEN s.kind = 'stopped' THEN s.stop_reason_id ELSE NULL END,
      -- least() ignores NULL.
      activated_at = least(c.activated_at, f.activated_at), retired_at = least(c.retired_at, f.retired_at)
    FROM first_changes f LEFT JOIN stops s ON s.card_id = f.card_id
    WHERE c.id = f.card_id
  `.execute(trx)
  for (const status of new Set(changes.map(({ event }) => event.status)))
    await addCardsWebhook(trx, {
      ownerId: target.ownerId,
      at: target.receivedAt,
      event: status,
      cardIds: changes.filter(({ event }) => event.status === status).map(({ cardId }) => cardId),
    })
}

/** Null for a change that is no stop. */
const stopReasonOf = ({ status, stopReason }: EventOf<'cardStatus'>): number | null =>
  status === 'stopped' && stopReason !== undefined ? stopReason : null
