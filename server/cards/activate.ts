// Activates one card or the cards of a file. All cards are locked in the order of their ids and checked by the domain.
// Those without an error are activated in one statement.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { cardActions } from '#domain/cards/actions.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type AuditValues, valuesToChanges } from '#server/audit/audit-fields.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { findOrdererRefusals } from '#server/operations/orderers.ts'
import { inScope } from '#server/operations/scope.ts'
import {
  countUnknownNumbers,
  filterCardNumbers,
  validateUnknownNumberLimit,
} from '#server/operations/unknown-numbers.ts'
import type { Phrase } from '#server/stored-text.ts'
import { writeCardEvents } from './history.ts'
import { apiIdentifiersCondition, mapByApiIdentifier, noSuchCard } from './find-cards.ts'

export const setCardStatus: Handler<'setCardStatus'> = async (context, { identifiers, identifierType }) => {
  const numbers = identifierType === PAN ? filterCardNumbers([...new Set(identifiers)]) : []
  const refusal = await validateUnknownNumberLimit(context, numbers)
  if (refusal) return refusal
  const cards = await lockCards(context, identifierType, identifiers)
  const limitRefusal = await countUnknownNumbers(context, numbers.filter((number) => !cards.has(number)).length)
  if (limitRefusal) return limitRefusal
  const ordererRefusals = await findOrdererRefusals(
    context,
    [...cards.values()].map(({ id }) => id),
  )
  const activatedIds = new Set<number>()
  const results = identifiers.map((identifier) => {
    const card = cards.get(identifier)
    const isAlreadyActive = card !== undefined && (card.activated || activatedIds.has(card.id))
    const refusalText = card
      ? (activationRefusal(card, isAlreadyActive) ?? ordererRefusals.get(card.id)?.())
      : noSuchCard().text()
    if (card && refusalText === undefined) activatedIds.add(card.id)
    return {
      identifier,
      activated: refusalText === undefined,
      resultText: refusalText ?? cardActions.activate.success,
      ...(isAlreadyActive && !card.retired && { alreadyActivated: true as const }),
    }
  })
  const [firstResult] = results
  if (identifiers.length === 1 && firstResult && !firstResult.activated)
    return refuseSingleCard(cards.get(firstResult.identifier), ordererRefusals)
  await activate(context, [...activatedIds])
  const resultText =
    identifiers.length === 1
      ? cardActions.activate.success
      : m.cards_someCardsActivated({ activated: activatedIds.size, total: identifiers.length })
  return { activated: activatedIds.size, results, resultText }
}

interface CardToActivate {
  readonly id: number
  readonly activated: boolean
  readonly expired: boolean
  readonly retired: boolean
}

/** The owner's cards for the given identifiers, locked until the transaction ends. */
async function lockCards(
  { db, secrets, viewer, client, now }: SessionContext,
  type: IdentifierType,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, CardToActivate>> {
  const uniqueIdentifiers = [...new Set(identifiers)]
  const condition =
    type === PAN
      ? apiIdentifiersCondition({ secrets }, uniqueIdentifiers)
      : sql`c.tracking_number = ANY(${uniqueIdentifiers}::text[])`
  const { rows } = await sql<CardToActivate & { pan_cipher: Buffer; tracking_number: string }>`
    SELECT c.id, c.pan_cipher, c.tracking_number, c.activated_at IS NOT NULL AS activated, c.retired_at IS NOT NULL AS retired,
           c.expires_on < ${instantToDate(now(), client.timeZone)}::date AS expired
    FROM card c WHERE ${inScope(viewer, 'c')} AND ${condition}
    ORDER BY c.id FOR NO KEY UPDATE
  `.execute(db)
  if (type === PAN) return mapByApiIdentifier(uniqueIdentifiers, rows, (row) => secrets.decryptText(row.pan_cipher))
  return new Map(rows.map((row) => [row.tracking_number, row]))
}

function activationRefusal(card: CardToActivate, activated: boolean): string | undefined {
  const otherFacts = { stopped: false, balanceCents: 0 as Cents, heldCents: 0 as Cents, requiresPin: false }
  return cardActions.activate.refusal({ ...card, ...otherFacts, activated })
}

const refuseSingleCard = (card: CardToActivate | undefined, ordererRefusals: ReadonlyMap<number, Phrase>) =>
  card
    ? refuse(
        codes.refusedState,
        () => activationRefusal(card, card.activated) ?? ordererRefusals.get(card.id)?.() ?? '',
      )
    : { ...noSuchCard(), keepsWrites: true as const }

const INACTIVE_VALUES: AuditValues = { cardStatus: 'notActivated' }
const ACTIVE_VALUES: AuditValues = { cardStatus: 'activated' }

async function activate(context: SessionContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { db, now, viewer } = context
  await sql`UPDATE card SET activated_at = ${new Date(now())} WHERE id = ANY(${ids}::bigint[])`.execute(db)
  await writeCardEvents(
    context,
    ids.map((cardId) => ({ cardId, kind: 'activated' })),
  )
  const [firstId] = ids
  if (ids.length === 1 && firstId !== undefined) {
    context.recordValues(ACTIVE_VALUES, INACTIVE_VALUES)
    return context.setSubject('card', firstId)
  }
  // The call's audit row has only the count, so each card also gets its own row.
  context.setSubject('cards', ids.length)
  const event = {
    ...callToOrigin(context),
    userId: viewer.userId,
    ownerId: viewer.ownerId,
    method: 'setCardStatus',
    subjectType: 'card',
    resultCode: codes.success,
    changes: valuesToChanges(ACTIVE_VALUES, INACTIVE_VALUES),
  }
  await writeAudit(db, ...ids.map((id) => ({ ...event, subjectId: String(id) })))
}
