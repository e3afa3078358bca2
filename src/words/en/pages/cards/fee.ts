// The words of pages/cards/fee.

export const theCard = 'The card'
export const shownWhenComplete = (label: string): string => `The card is shown here when the ${label} is complete.`
export const lookingUp = 'Looking up the card…'
export const noSuchCard = (label: string): string => `No card in your programme has this ${label}. Check the digits.`
export const notAllowedToView = 'You do not have permission to view cards, so the card is not shown. Check the number.'
export const couldNotBeLookedUp = (reason: string): string => `The card could not be looked up: ${reason}.`
export const tryAgain = 'Try again'
export const balance = 'Balance'
export const available = 'Available'
export const openCard = 'Open the card'

export const enterOfDigits = (label: string, length: number): string => `Enter a ${label} of ${length} digits`
export const selectFeeType = 'Select a fee type'
export const enterAmount = 'Enter an amount of more than zero, such as 2.50'
export const enterAmountOfAtMost = (most: string): string => `Enter an amount of at most ${most}`

export const feeNotInserted = 'Failed! The fee has not been inserted'
export const feeHasBeenInserted = 'The fee has been inserted'
export const insertCardFee = 'Insert Card Fee'
export const takesFeeOffOneCard = 'Charge a fee to one card.'
export const identifierType = 'Identifier type'
export const pan = 'PAN'
export const trackingNumber = 'Tracking Number'
export const lengthDigits = (length: number): string => `${length} digits`
export const feeType = 'Fee type'
export const amount = 'Amount'
export const inCardsCurrency = "In the card's currency, at most two decimals"
export const inCurrency = (currency: string): string => `In ${currency}, at most two decimals`
export const defaultCharge = (charge: string): string => `The usual charge is ${charge}.`
export const commaRemoved = (amount: string | undefined): string =>
  amount === undefined ? 'The comma was removed.' : `The comma was removed. The amount is now ${amount}.`
export const insertFee = 'Insert fee'

export const cardWithTrackingNumber = (identifier: string): string => `the card with tracking number ${identifier}`
export const insertFeeOn = (name: string): string => `Insert a fee on ${name}?`
export const feeIsTakenOff = (fee: string, amount: string): string =>
  `${fee} of ${amount} is taken off the card immediately.`
export const theFee = 'The fee'
export const availableThen = (before: string, after: string): string => `Available now ${before}, afterwards ${after}.`
export const insertFeeOf = (amount: string): string => `Insert fee of ${amount}`
export const feeOfOnWasInserted = (amount: string, name: string): string =>
  `the fee of ${amount} on ${name} was inserted`
