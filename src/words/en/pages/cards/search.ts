// The words of pages/cards/search.
import { counted, number } from '#words/figures.ts'

export const ofYourListNotFound = (count: number): string =>
  `${counted(count, 'value', 'values')} in your list ${count === 1 ? 'was' : 'were'} not found`
export const andMore = (rest: number): string => `, and ${number(rest)} more`
export const expiredNotShown = ' Expired cards are not shown: tick Show Expired to see them.'
export const searchAs = (label: string): string => `Search as ${label}`
export const searchAsTag = 'Search as a tag'
export const searchInWords = (label: string, value: string, more: number): string =>
  `${label} ${value}${more > 0 ? ` and ${number(more)} more` : ''}`
export const resultsOf = (search: string): string => `Results for ${search}`
export const stillResultsOf = (search: string): string =>
  `These are still the results for ${search}. Press Search to update them.`
export const onlyFirstCardsAreShown = (count: number): string => `Only the first ${number(count)} cards are shown`
export const moreCardsMatch = (asked: string): string => `More cards match. ${asked}`
export const cardsFound = (count: number): string => `Cards Found (${number(count)})`
export const searching = 'Searching…'
export const cardsFoundCaption = 'Cards found'
export const noCardMatchesThisSearch = 'No card matches this search'
export const noCardsFound = 'No Cards Found'
export const statement = 'Statement'
export const statementOf = (cardnumber: string): string => `Statement of ${cardnumber}`
export const csv = 'CSV'
export const combinedStatement = 'Combined statement'
export const statementNotMade = (text: string): string => `The combined statement was not created: ${text}`
export const searchBy = 'Search by'
export const searchTerm = 'Search term'
export const countValues = (count: number): string => `${number(count)} values`
export const search = 'Search'
export const showExpired = 'Show Expired'
export const campaignName = 'Campaign Name'
export const customerRef = 'Customer Ref'
export const cardNumber = 'Card Number'
export const trackingNumber = 'Tracking Number'
export const bookingId = 'Booking ID'
export const cardExpiry = 'Card Expiry'
export const cardCvv = 'Card CVV'
export const cardBalance = 'Card Balance'
export const fundsAvailable = 'Funds Available'
export const loadedAmount = 'Loaded Amount'
export const authorizedAmount = 'Authorized Amount'
export const settledAmount = 'Settled Amount'
export const issueDate = 'Issue Date'
export const status = 'Status'
export const cardholder = 'Cardholder'
