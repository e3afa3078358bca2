// The handlers of the card operations.
import type { cardActionOperations } from '#contract/card-actions.ts'
import type { cardOperations } from '#contract/cards.ts'
import type { Handlers } from '#server/operations/context.ts'
import { setCardStatus } from './activate.ts'
import { cardBalanceHistory, failedTransactionSearch, getSettlementChargebacks } from './statement-lists.ts'
import { changePin, retireCard, stopCard, toggleMagstripe, unstopCard } from './change-state.ts'
import { getCombinedStatement } from './combined-statement.ts'
import { cardDetails } from './details.ts'
import { cardHistory } from './history.ts'
import { cardHolds } from './holds.ts'
import { getCardTags, getFeeTypes, getStopReasons } from './options.ts'
import { devalueCard, insertCardFee, reverseTransaction } from './money.ts'
import { addCardNote } from './notes.ts'
import { revealCard } from './reveal.ts'
import { cardSearch } from './search.ts'
import { cardStatement } from './statement.ts'

export const cardHandlers: Pick<Handlers, keyof typeof cardOperations | keyof typeof cardActionOperations> = {
  cardSearch,
  getCardTags,
  getStopReasons,
  getFeeTypes,
  getCombinedStatement,
  cardDetails,
  cardStatement,
  getSettlementChargebacks,
  failedTransactionSearch,
  cardBalanceHistory,
  cardHistory,
  cardHolds,
  revealCard,
  reverseTransaction,
  devalueCard,
  stopCard,
  unstopCard,
  retireCard,
  changePin,
  toggleMagstripe,
  setCardStatus,
  addCardNote,
  insertCardFee,
}
