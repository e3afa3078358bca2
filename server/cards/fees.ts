// Fees on a card: inserting one (card → fee income) and giving one back, once (fee income → card; cards §4, §7).
import { codes } from '#contract/codes.ts'
import { refuseFee, refuseRefund } from '#domain/cards/actions.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { cardTransactionTypes, refuseReversal, reversedText } from '#domain/cards/transactions.ts'
import { type Cents, cents, MAX_AMOUNT_CENTS, wireToCents } from '#domain/money.ts'
import { type Handler, refuse, type Refusal } from '#server/context.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { writeCardEvents } from './card-events.ts'
import { byIdentifier, byNumber, lockMoney } from './locked-card.ts'
import { NO_SUCH_CARD } from './no-such-card.ts'
import { transactionOnCard } from './transaction-on-card.ts'

export const insertCardFee: Handler<'insertCardFee'> = async (context, params) => {
  const { db, viewer } = context
  const amountCents = wireToCents(params.amount) ?? (0 as Cents)
  if (amountCents <= 0) return wrong('amount', 'Enter an amount above zero')
  if (amountCents > MAX_AMOUNT_CENTS) return wrong('amount', 'The amount is larger than any amount can be')
  const type = await db
    .selectFrom('fee_type')
    .select(['id', 'name'])
    .where('id', '=', Number(params.feeId) % 2 ** 31)
    .executeTakeFirst()
  if (!type || String(type.id) !== params.feeId) return wrong('feeId', 'Choose a fee type from the list')
  const locked = await lockMoney(context, byIdentifier(context, params.identifierType, params.identifier))
  if (!locked) return NO_SUCH_CARD
  const { card, accounts } = locked
  const refused = refuseFee(card, amountCents)
  if (refused !== undefined) return refuse(codes.refusedState, refused)
  const [transactionId = 0] = await postMovements(db, [
    {
      ownerId: viewer.ownerId,
      kind: 'fee',
      postedAt: new Date(context.now()),
      cardId: card.id,
      fromAccountId: card.accountId,
      toAccountId: accounts.fee.id,
      amountCents,
      feeTypeId: type.id,
      description: type.name,
      merchantId: '',
      authNumber: '',
    },
  ])
  await writeCardEvents(context, [{ cardId: card.id, kind: 'feeInserted', transactionId }])
  return { resultText: 'The fee has been inserted' }
}

export const reverseTransaction: Handler<'reverseTransaction'> = async (context, params) => {
  const { db, viewer } = context
  const texts = {
    requester_name: params.requesterName.trim(),
    store_name: params.storeName?.trim() ?? '',
    contact_phone: params.contactPhone?.trim() ?? '',
    decline_reason: params.declineReason.trim(),
    comments: params.comments?.trim() ?? '',
    authorisation_id: params.authorisationId?.trim() ?? '',
  }
  if (Object.values(texts).some(holdsCardNumber)) return refuse(codes.refusedParameters, NUMBER_IN_TEXT)
  const locked = await lockMoney(context, byNumber(context, params.voucherNumber))
  if (!locked) return NO_SUCH_CARD
  const { card, accounts } = locked
  const original = await transactionOnCard(db, card.accountId, Number(params.transactionId))
  if (!original) return refuse(codes.notFound, 'There is no such transaction')
  const { type, label } = cardTransactionTypes[original.kind]
  // The type that the caller names must be the transaction's own: what is reversed is what was looked at.
  if (type !== params.transactionType)
    return refuse(codes.refusedState, 'This is not the transaction you have looked at.')
  const refused = refuseReversal(original) ?? refuseRefund(card)
  if (refused !== undefined) return refuse(codes.refusedState, refused)
  const amountCents = cents(-original.amount_cents)
  if (accounts.fee.balance_cents < amountCents)
    return refuse(codes.refusedState, 'The fee income does not hold this fee any more, so it cannot be given back.')
  const [transactionId = 0] = await postMovements(db, [
    {
      ownerId: viewer.ownerId,
      kind: 'reversal',
      postedAt: new Date(context.now()),
      cardId: card.id,
      fromAccountId: accounts.fee.id,
      toAccountId: card.accountId,
      amountCents,
      feeTypeId: original.fee_type_id,
      reverses: original.id,
      description: `Reversal of ${original.description}`,
      merchantId: '',
      authNumber: '',
    },
  ])
  await db
    .insertInto('fee_reversal')
    .values({ transaction_id: transactionId, ...texts })
    .execute()
  await writeCardEvents(context, [{ cardId: card.id, kind: 'feeReversed', transactionId }])
  return { resultText: reversedText(label) }
}

const wrong = (path: string, message: string): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message }] })
