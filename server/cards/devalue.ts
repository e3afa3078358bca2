// Devalue: everything on the card goes back to the funding account it came from (cards §4). A load that is being posted is
// waited for or waits itself, since both begin with the owner's accounts.
import { cardActions } from '#domain/cards/actions.ts'
import type { Handler } from '#server/context.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { writeCardEvents } from './card-events.ts'
import { byNumber, lockMoney, refuseAction } from './locked-card.ts'
import { NO_SUCH_CARD } from './no-such-card.ts'

export const devalueCard: Handler<'devalueCard'> = async (context, { cardNumber }) => {
  const locked = await lockMoney(context, byNumber(context, cardNumber))
  if (!locked) return NO_SUCH_CARD
  const { card, accounts } = locked
  const refused = refuseAction('devalue', card)
  if (refused) return refused
  const [transactionId = 0] = await postMovements(context.db, [
    {
      ownerId: context.viewer.ownerId,
      kind: 'devalue',
      postedAt: new Date(context.now()),
      cardId: card.id,
      fromAccountId: card.accountId,
      toAccountId: accounts.funding.id,
      amountCents: card.balanceCents,
      feeTypeId: null,
      description: 'Card devalued',
      merchantId: '',
      authNumber: '',
    },
  ])
  await writeCardEvents(context, [{ cardId: card.id, kind: 'devalued', transactionId }])
  return { resultText: cardActions.devalue.success }
}
