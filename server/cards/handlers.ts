// The operations of the card area and who answers them.
import { cardBalanceHistory, failedTransactionSearch, getSettlementChargebacks } from './beside-the-statement.ts'
import { getCombinedStatement } from './combined-statement.ts'
import { cardDetails } from './details.ts'
import { getCardTags, getFeeTypes, getStopReasons } from './lists.ts'
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
  revealCard,
}
