// The words of pages/cards.

export const cardDetails = 'Card Details'
export const thereIsNoSuchCard = 'There is no such card'
export const tryAgain = 'Try again'
export const findCard = 'Find Card'
export const linkMayBeOldOrMistyped = 'The link may be old or mistyped, or the card is not one of yours.'
export const cardIsShownOnlyAsServer = 'A card is shown only as it is now. Nothing of it is kept on this device.'
export const enabled = 'Enabled'
export const disabled = 'Disabled'
export const magneticStripe = (magstripeenabled: number): string =>
  `${magstripeenabled === 1 ? 'Disable' : 'Enable'} the magnetic stripe`
export const disable = 'Disable'
export const enable = 'Enable'
export const searchByCardNumberCustomer = 'Search by card number, customer or tag.'
export const searchForCard = 'Search for a card'
export const typeOrPasteNumberName =
  'Type or paste a number, a name or a whole list, one value a line. Card numbers are shown masked.'
export const cardsCanBeSearchedForWhen = 'Cards can be searched for when the connection is back.'
export const feeNotInserted = 'Failed! The fee has not been inserted'
export const feeHasBeenInserted = 'The fee has been inserted'
export const enterAmountOfAtMost = (centsToText: string): string => `Enter an amount of at most ${centsToText}`
export const cardWithTrackingNumber = (identifier: string): string => `the card with tracking number ${identifier}`
export const feeOfOnWasInserted = (amount: string, name: string): string =>
  `the fee of ${amount} on ${name} was inserted`
export const insertCardFee = 'Insert Card Fee'
export const takesFeeOffOneCard = 'Takes a fee off one card.'
export const identifierType = 'Identifier type'
export const lengthDigits = (length: number): string => `${length} digits`
export const feeType = 'Fee type'
export const selectFeeType = 'Select a fee type'
export const amount = 'Amount'
export const inCardsCurrencyAtMostTwo = "In the card's currency, at most two decimals"
export const insertFee = 'Insert fee'
export const insertFeeOn = (name: string): string => `Insert a fee on ${name}?`
export const ofIsTakenOffCard = (name: string | undefined, amount: string): string =>
  `${name ?? 'The fee'} of ${amount} is taken off the card at once.`
export const insertFeeOf = (amount: string): string => `Insert fee of ${amount}`
export const trackingNumber = 'Tracking Number'
export const enterOfDigits = (label: string, length: number): string => `Enter a ${label} of ${length} digits`
export const enterAmount = 'Enter an amount above 0, for example 2.50'
export const cardCardNumber = (cardNumber: string): string => `card ${cardNumber}`
