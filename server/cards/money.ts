// Moves money of a single card. A devalue returns the whole balance to the funding account. A fee goes to the fee
// income, and can be reversed once. These movements and the postings of loads wait for each other, because each of them
// first locks the owner's accounts.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { cardActions, feeRefusal, refundRefusal } from '#domain/cards/actions.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import {
  type CardTransactionType,
  cardTransactionTypes,
  reversalRefusal,
  reversedTooltip,
} from '#domain/cards/transactions.ts'
import { type Cents, cents, MAX_AMOUNT_CENTS, decimalToCents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { type Db, type Handler, refuse, type SessionContext, checkRule } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { storedToText, toStoredText } from '#server/stored-text.ts'
import { postMovement } from '#server/ledger/post-movements.ts'
import { writeCardEvents } from './history.ts'
import { byIdentifier, byNumber, type LockedCard, lockForMoney, refuseAction } from './locked-card.ts'

export const devalueCard: Handler<'devalueCard'> = async (context, { cardNumber }) => {
  const cardAndAccounts = await lockForMoney(context, byNumber(context, cardNumber))
  if ('refusalCode' in cardAndAccounts) return cardAndAccounts
  const { card, accounts } = cardAndAccounts
  const refusal = refuseAction('devalue', card)
  if (refusal) return refusal
  const transactionId = await postMovement(context.db, {
    ownerId: context.viewer.ownerId,
    kind: 'devalue',
    postedAt: new Date(context.now()),
    cardId: card.id,
    fromAccountId: card.accountId,
    toAccountId: accounts.funding.id,
    amountCents: card.balanceCents,
    feeTypeId: null,
    description: toStoredText(m.cards_cardDevalued),
    merchantId: '',
    authNumber: '',
  })
  await writeCardEvents(context, [{ cardId: card.id, kind: 'devalued', transactionId }])
  recordBalance(context, card, 0)
  return { resultText: cardActions.devalue.success }
}

export const insertCardFee: Handler<'insertCardFee'> = async (context, params) => {
  const { db, viewer } = context
  const amountCents = decimalToCents(params.amount) ?? (0 as Cents)
  if (amountCents <= 0) return refuseParameter('amount', m.cards_enterAmountAboveZero)
  if (amountCents > MAX_AMOUNT_CENTS) return refuseParameter('amount', m.cards_amountTooLarge)
  const feeType = await db
    .selectFrom('fee_type')
    .select(['id', 'name'])
    // Compared as text, because the parameter can exceed the range of the column.
    .where(sql<string>`id::text`, '=', params.feeId)
    .executeTakeFirst()
  if (!feeType) return refuseParameter('feeId', m.cards_chooseFeeTypeFromList)
  const cardAndAccounts = await lockForMoney(context, byIdentifier(context, params.identifierType, params.identifier))
  if ('refusalCode' in cardAndAccounts) return cardAndAccounts
  const { card, accounts } = cardAndAccounts
  const refusal = checkRule(codes.refusedState, () => feeRefusal(card, amountCents))
  if (refusal) return refusal
  const transactionId = await postMovement(db, {
    ownerId: viewer.ownerId,
    kind: 'fee',
    postedAt: new Date(context.now()),
    cardId: card.id,
    fromAccountId: card.accountId,
    toAccountId: accounts.fee.id,
    amountCents,
    feeTypeId: feeType.id,
    description: feeType.name,
    merchantId: '',
    authNumber: '',
  })
  await writeCardEvents(context, [{ cardId: card.id, kind: 'feeInserted', transactionId }])
  context.recordValues({ feeType: feeType.name, amount: money(amountCents, card.currency) })
  recordBalance(context, card, card.balanceCents - amountCents)
  return { resultText: m.cards_feeHasBeenInserted() }
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
  if (Object.values(texts).some(containsCardNumber)) return refuse(codes.refusedParameters, m.common_removeCardNumber)
  const cardAndAccounts = await lockForMoney(context, byNumber(context, params.voucherNumber))
  if ('refusalCode' in cardAndAccounts) return cardAndAccounts
  const { card, accounts } = cardAndAccounts
  const original = await findTransactionOnCard(db, card.accountId, Number(params.transactionId))
  if (!original) return refuse(codes.notFound, m.cards_thereIsNoSuchTransaction)
  const { type, label } = cardTransactionTypes[original.kind]
  // The call contains the type of the transaction that the user saw. If the type differs, the user saw another
  // transaction.
  if (type !== params.transactionType) return refuse(codes.refusedState, m.cards_transactionChanged)
  const refusal = checkRule(codes.refusedState, () => reversalRefusal(original) ?? refundRefusal(card))
  if (refusal) return refusal
  // The fee has a negative amount on the card.
  const amountCents = cents(-original.amount_cents)
  if (accounts.fee.balance_cents < amountCents) return refuse(codes.refusedState, m.cards_feeIncomeIsShort)
  const transactionId = await postMovement(db, {
    ownerId: viewer.ownerId,
    kind: 'reversal',
    postedAt: new Date(context.now()),
    cardId: card.id,
    fromAccountId: accounts.fee.id,
    toAccountId: card.accountId,
    amountCents,
    feeTypeId: original.fee_type_id,
    reverses: original.id,
    description: toStoredText(() => m.cards_reversalOf({ description: storedToText(original.description) })),
    merchantId: '',
    authNumber: '',
  })
  await db
    .insertInto('fee_reversal')
    .values({ transaction_id: transactionId, ...texts })
    .execute()
  await writeCardEvents(context, [{ cardId: card.id, kind: 'feeReversed', transactionId }])
  context.recordValues({
    transaction: toStoredText(() => `${original.id}, ${storedToText(original.description)}`),
    amount: money(amountCents, card.currency),
    requester: texts.requester_name,
    reason: texts.decline_reason,
    comments: texts.comments,
  })
  recordBalance(context, card, card.balanceCents + amountCents)
  return { resultText: reversedTooltip(label) }
}

const recordBalance = ({ recordChange }: SessionContext, { balanceCents, currency }: LockedCard, newCents: number) =>
  recordChange({ before: { balance: money(balanceCents, currency) }, after: { balance: money(newCents, currency) } })

/** The transaction with its amount on this account. Undefined if the account has no such transaction. */
export async function findTransactionOnCard(db: Db, accountId: number, transactionId: number) {
  const { rows } = await sql<{
    id: number
    kind: CardTransactionType
    amount_cents: number
    fee_type_id: number | null
    description: string
    reversed: boolean
  }>`
    SELECT t.id, t.kind, e.amount_cents, t.fee_type_id, t.description,
           EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = t.id) AS reversed
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = ${accountId}
    WHERE t.id = ${transactionId}
  `.execute(db)
  return rows[0]
}
