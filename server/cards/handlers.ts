// The operations of the card area and who answers them.
import { setCardStatus } from './activate.ts'
import { cardBalanceHistory, failedTransactionSearch, getSettlementChargebacks } from './beside-the-statement.ts'
import { changePin, retireCard, stopCard, toggleMagstripe, unstopCard } from './change-state.ts'
import { getCombinedStatement } from './combined-statement.ts'
import { cardDetails } from './details.ts'
import { devalueCard } from './devalue.ts'
import { cardHistory } from './history.ts'
import { insertCardFee, reverseTransaction } from './fees.ts'
import { getCardTags, getFeeTypes, getStopReasons } from './lists.ts'
import { addCardNote } from './notes.ts'
import { revealCard } from './reveal.ts'
import { cardSearch } from './search.ts'
import { cardStatement } from './statement.ts'

export const cardHandlers = {
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
