// The words of pages/cards.

export const cardDetails = 'Card Details'
export const thereIsNoSuchCard = 'There is no such card'
export const tryAgain = 'Try again'
export const findCard = 'Find Card'
export const linkMayBeOldOrMistyped = 'The link may be old or mistyped, or the card is not one of yours.'
export const cardIsShownOnlyAsServer = 'Card details are always live and are not stored on this device.'
export const searchForCard = 'Search for a card'
export const typeOrPasteNumberName =
  'Type or paste a number, a name or a whole list, one value per line. Card numbers are shown masked.'
export const cardsCanBeSearchedForWhen = 'You can search for cards when you are back online.'
export const cardCardNumber = (cardNumber: string): string => `card ${cardNumber}`
export const cardholder = 'Cardholder:'
export const loadThisCard = 'Load this card'
export const load = 'Load'
