// Activates one card or the cards of a file. All cards are locked in the order of their ids, and checked by the rules
// of the domain. The cards without an error are activated in one statement.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { cardActions } from '#domain/cards/actions.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import type { CardFlags } from '#domain/cards/status.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type ChangedValues, changesBetween, flagsToAuditStatuses } from '#server/audit/audit-fields.ts'
import { selectStatusTimes, type StatusTimes, timesToFlags } from '#server/db/card-statuses.ts'
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
  const cardNumbers = identifierType === PAN ? filterCardNumbers([...new Set(identifiers)]) : []
  const limitRefusal = await validateUnknownNumberLimit(context, cardNumbers)
  if (limitRefusal) return limitRefusal
  const cards = await lockCards(context, identifierType, identifiers)
  const unknownNumbers = cardNumbers.filter((cardNumber) => !cards.has(cardNumber))
  const unknownRefusal = await countUnknownNumbers(context, unknownNumbers.length)
  if (unknownRefusal) return unknownRefusal
  const cardIds = [...cards.values()].map(({ id }) => id)
  const ordererRefusals = await findOrdererRefusals(context, cardIds)
  const activatedCards = new Map<number, CardToActivate>()
  const results = identifiers.map((identifier) => {
    const card = cards.get(identifier)
    if (!card) return { identifier, activated: false, resultText: noSuchCard().text() }
    // A card can be in the file twice. The second row is then refused, as if the card had been active before.
    const isAlreadyActive = card.activated || activatedCards.has(card.id)
    const refusalText = activationRefusal({ ...card, activated: isAlreadyActive }, ordererRefusals)
    if (refusalText === undefined) activatedCards.set(card.id, card)
    // The text about a retired card does not mention the activation.
    const mentionsEarlierActivation = isAlreadyActive && !card.retired
    return {
      identifier,
      activated: refusalText === undefined,
      resultText: refusalText ?? cardActions.activate.success,
      ...(mentionsEarlierActivation && { alreadyActivated: true as const }),
    }
  })
  const singleIdentifier = identifiers.length === 1 ? identifiers[0] : undefined
  // A call for a single card that cannot be activated is refused. A call for several cards has a result for each card.
  if (singleIdentifier !== undefined && activatedCards.size === 0)
    return refuseSingleCard(cards.get(singleIdentifier), ordererRefusals)
  await activate(context, [...activatedCards.values()])
  const resultText =
    singleIdentifier === undefined
      ? m.cards_someCardsActivated({ activated: activatedCards.size, total: identifiers.length })
      : cardActions.activate.success
  return { activated: activatedCards.size, results, resultText }
}

interface CardToActivate extends CardFlags {
  readonly id: number
}

interface LockedRow extends StatusTimes {
  readonly id: number
  readonly expired: boolean
  readonly pan_cipher: Buffer
  readonly tracking_number: string
}

/** The owner's cards by the given identifiers, locked until the transaction ends. */
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
  const { rows } = await sql<LockedRow>`
    SELECT c.id, c.pan_cipher, c.tracking_number, ${selectStatusTimes},
           c.expires_on < ${instantToDate(now(), client.timeZone)}::date AS expired
    FROM card c WHERE ${inScope(viewer, 'c')} AND ${condition}
    ORDER BY c.id FOR NO KEY UPDATE
  `.execute(db)
  const cards = rows.map((row) => ({ ...row, ...timesToFlags(row) }))
  if (type === PAN) return mapByApiIdentifier(uniqueIdentifiers, cards, (card) => secrets.decryptText(card.pan_cipher))
  return new Map(cards.map((card) => [card.tracking_number, card]))
}

/** `ordererRefusals`: for the ids of cards that the viewer has ordered, the reason why the viewer cannot activate them. */
function activationRefusal(card: CardToActivate, ordererRefusals: ReadonlyMap<number, Phrase>): string | undefined {
  // The type of the rules requires these values, but an activation does not depend on them.
  const uncheckedValues = { balanceCents: 0 as Cents, heldCents: 0 as Cents, requiresPin: false }
  const stateRefusal = cardActions.activate.refusal({ ...card, ...uncheckedValues })
  return stateRefusal ?? ordererRefusals.get(card.id)?.()
}

function refuseSingleCard(card: CardToActivate | undefined, ordererRefusals: ReadonlyMap<number, Phrase>) {
  // `keepsWrites` commits the count of the unknown number although the call is refused.
  if (!card) return { ...noSuchCard(), keepsWrites: true as const }
  return refuse(codes.refusedState, () => activationRefusal(card, ordererRefusals) ?? '')
}

async function activate(context: SessionContext, cards: readonly CardToActivate[]): Promise<void> {
  const [firstCard] = cards
  if (!firstCard) return
  const ids = cards.map(({ id }) => id)
  const { db, now, viewer } = context
  await sql`UPDATE card SET activated_at = ${new Date(now())} WHERE id = ANY(${ids}::bigint[])`.execute(db)
  const events = ids.map((cardId) => ({ cardId, kind: 'activated' as const }))
  await writeCardEvents(context, events)
  if (cards.length === 1) {
    context.recordChange(activationToChange(firstCard))
    context.setSubject('card', firstCard.id)
    return
  }
  // The audit entry of the call has only the number of cards, so each card also gets an entry.
  context.setSubject('cards', ids.length)
  const commonValues = {
    ...callToOrigin(context),
    userId: viewer.userId,
    ownerId: viewer.ownerId,
    method: 'setCardStatus',
    subjectType: 'card',
    resultCode: codes.success,
  }
  const entries = cards.map((card) => ({
    ...commonValues,
    subjectId: String(card.id),
    changes: changesBetween(activationToChange(card)),
  }))
  await writeAudit(db, ...entries)
}

/** The change of the card's statuses. */
const activationToChange = (card: CardToActivate): ChangedValues => ({
  before: { cardStatus: flagsToAuditStatuses(card) },
  after: { cardStatus: flagsToAuditStatuses({ ...card, activated: true }) },
})
