// Stops, unstops and retires cards, and changes their PIN and magnetic stripe. Each handler locks the card, checks by
// the rules of the domain whether the card's state allows the action, and adds an entry to the card's history.
import { m } from '#words/messages.js'
import type { Updateable } from 'kysely'
import { codes } from '#contract/codes.ts'
import { type CardAction, cardActions, pinRefusal } from '#domain/cards/actions.ts'
import { type CardEventType, eventToStatuses } from '#domain/cards/history.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { statusesToColumns } from '#server/db/card-statuses.ts'
import type { CardTable } from '#server/db/programme-tables.ts'
import { refuseOrdererOfCard } from '#server/operations/orderers.ts'
import { pinToHash } from '#server/keys/card-secrets.ts'
import { writeCardEvents } from './history.ts'
import {
  byNumberAndTracking,
  byNumber,
  byTrackingAndActivationData,
  type CardSelector,
  cardToAuditValues,
  lockCard,
  type LockedCard,
  refuseAction,
} from './locked-card.ts'

export const stopCard: Handler<'stopCard'> = async (context, params) => {
  const reason = await context.db
    .selectFrom('stop_reason')
    .select(['id', 'short'])
    .where('id', '=', params.stopReasonID)
    .executeTakeFirst()
  if (!reason) return refuseParameter('stopReasonID', m.cards_chooseStopReasonFromList)
  const selector = byTrackingAndActivationData(params.trackingNumber, params.activationData)
  return changeState(context, selector, 'stop', {
    event: 'stopped',
    columns: { stop_reason_id: reason.id },
    newValues: { stopReason: reason.short },
    stopReasonId: reason.id,
  })
}

export const unstopCard: Handler<'unstopCard'> = (context, { cardNumber }) =>
  changeState(context, byNumber(context, cardNumber), 'unstop', {
    event: 'unstopped',
    columns: { stop_reason_id: null },
    newValues: { stopReason: '' },
  })

export const retireCard: Handler<'retireCard'> = (context, { trackingNumber, activationData }) =>
  changeState(context, byTrackingAndActivationData(trackingNumber, activationData), 'retire', {
    event: 'retired',
  })

export const changePin: Handler<'changePin'> = async (context, { voucherNumber, trackingNumber, newCardPin }) => {
  const card = await lockCard(context, byNumberAndTracking(context, voucherNumber, trackingNumber))
  if ('refusalCode' in card) return card
  const stateRefusal = refuseAction('changePin', card)
  if (stateRefusal) return stateRefusal
  const ordererRefusal = await refuseOrdererOfCard(context, card.id)
  if (ordererRefusal) return ordererRefusal
  const newPinRefusal = checkParameter('newCardPin', () => pinRefusal(newCardPin, card.pinLength))
  if (newPinRefusal) return newPinRefusal
  const columns = { pin_hash: pinToHash(context.secrets, card.id, newCardPin) }
  return applyChange(context, card, 'changePin', { event: 'pinChanged', columns })
}

export const toggleMagstripe: Handler<'toggleMagstripe'> = async (context, { voucherNumber, status }) => {
  const card = await lockCard(context, byNumber(context, voucherNumber))
  if ('refusalCode' in card) return card
  const refusal = refuseAction('magstripe', card)
  if (refusal) return refusal
  // 1 enables the stripe, 0 disables it.
  const enables = status === 1
  if (card.magstripeEnabled === enables)
    return refuse(codes.refusedState, () => m.cards_stripeAlreadySet({ enabled: enables ? 'yes' : 'no' }))
  return applyChange(context, card, 'magstripe', {
    event: enables ? 'magstripeOn' : 'magstripeOff',
    columns: { magstripe_enabled: enables },
    newValues: { magstripeEnabled: enables },
  })
}

interface StateChange {
  /** The entry in the card's history. Some events also set or end a status of the card (`eventToStatuses`). */
  readonly event: CardEventType
  /** The columns that change in addition to the columns of the statuses. */
  readonly columns?: Updateable<CardTable>
  /** The values of `columns` for the audit trail, without the PIN. */
  readonly newValues?: Partial<LockedCard>
  readonly stopReasonId?: number
}

async function changeState(context: SessionContext, selector: CardSelector, action: CardAction, change: StateChange) {
  const card = await lockCard(context, selector)
  if ('refusalCode' in card) return card
  const refusal = refuseAction(action, card)
  if (refusal) return refusal
  return applyChange(context, card, action, change)
}

async function applyChange(context: SessionContext, card: LockedCard, action: CardAction, change: StateChange) {
  const { event, columns, newValues, stopReasonId } = change
  const statuses = eventToStatuses(event)
  context.recordChange({
    before: cardToAuditValues(card),
    after: cardToAuditValues({ ...card, ...statuses, ...newValues }),
  })
  const changedColumns = { ...statusesToColumns(statuses, new Date(context.now())), ...columns }
  await context.db.updateTable('card').set(changedColumns).where('id', '=', card.id).execute()
  await writeCardEvents(context, [{ cardId: card.id, kind: event, stopReasonId }])
  return { resultText: cardActions[action].success }
}
