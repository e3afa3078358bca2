// The words of server/cards.
import { number } from '#words/figures.ts'

export const ofCardsActivated = (count: number, count2: number): string => `${count} of ${count2} cards activated`
export const thereIsNoSuchTransaction = 'There is no such transaction'
export const chooseStopReasonFromList = 'Choose a stop reason from the list'
export const magneticStripeIsAlready = (enabled: boolean): string =>
  `The magnetic stripe is already ${enabled ? 'on' : 'off'}.`
export const theseCardsHaveMoreThan = (maxRows: number): string =>
  `These cards have more than ${number(maxRows)} transactions together. Narrow the search to fewer cards`
export const cardNumber = 'Card Number'
export const trackingNumber = 'Tracking Number'
export const campaignName = 'Campaign Name'
export const date = 'Date'
export const type = 'Type'
export const description = 'Description'
export const authNumber = 'Auth Number'
export const merchantId = 'Merchant ID'
export const currency = 'Currency'
export const amount = 'Amount'
export const balance = 'Balance'
export const cardDevalued = 'Card devalued'
export const enterAmountAboveZero = 'Enter an amount of more than zero'
export const amountTooLarge = 'The amount is too large'
export const chooseFeeTypeFromList = 'Choose a fee type from the list'
export const feeHasBeenInserted = 'The fee has been inserted'
export const notTransactionLookedAt = 'The transaction has changed since you opened it.'
export const feeIncomeIsShort = 'The fee income account no longer has enough for this refund.'
export const reversalOf = (description: string): string => `Reversal of ${description}`
export const thereIsNoSuchCard = 'There is no such card'
export const tooManyReveals = (ceil: number): string =>
  `You have reached the hourly limit for revealing cards. Try again in ${ceil} minutes`
export const tooManyCardNumbers = (minutes: number): string =>
  `You have reached the hourly limit for card numbers. For ${minutes} more minutes, search for one whole card number at a time or by its first nine digits, or by tracking number`
export const thereIsNoSuchTag = 'There is no such tag'
export const noCardMatchesThisSearch = 'No card matches this search'
export const onlyExpiredMatch = 'Only expired cards match this search. Tick Show Expired to see them'
export const tooManyCardsMatch = (shown: number): string =>
  `More than ${number(shown)} cards match; the first ${number(shown)} are shown`
export const tooManyTransactions = (maxLines: number): string =>
  `The card has more than ${number(maxLines)} transactions in this range. Choose a shorter one`
export const transactionId = 'Transaction ID'
