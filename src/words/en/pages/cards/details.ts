// The words of pages/cards/details.
import { number } from '#words/figures.ts'

export const actions = 'Actions'
export const typeToConfirm = (lastFour: string): string => `Type ${lastFour} to confirm`
export const typeLastFourDigits = (lastFour: string): string =>
  `To confirm, type the last four digits of the card: ${lastFour}`
export const chooseStopReason = 'Choose a stop reason'
export const stopReason = 'Stop reason'
export const selectReason = 'Select a reason'
export const checkingAgainDevalues = (funds: string): string =>
  `If it never arrived, checking again devalues the ${funds} now on the card.`
export const pinOfWasChanged = (name: string): string => `the PIN of ${name} was changed`
export const changePin = (name: string): string => `Change the PIN of ${name}?`
export const changePinInWords = 'Change PIN'
export const newPin = 'New PIN'
export const confirmVerb = (verb: string, name: string): string => `${verb} ${name}?`
export const verbOfName = (verb: string, name: string): string => `${verb} of ${name}?`
export const magneticStripe = (name: string, done: string): string => `the magnetic stripe of ${name} was ${done}`
export const devalueFunds = (funds: string): string => `Devalue ${funds}`
export const verbCard = (verb: string): string => `${verb} card`
export const nameWasDone = (name: string, done: string): string => `${name} was ${done}`
export const itHolds = (funds: string): string => ` It has ${funds}.`
export const isStillOnCardDevalue = (funds: string): string =>
  ` ${funds} is still on the card. Devalue it first if the money should go back to the funding account.`
export const devalue = 'Devalue'
export const devalued = 'devalued'
export const retire = 'Retire'
export const retired = 'retired'
export const stop = 'Stop'
export const stopped = 'stopped'
export const unstop = 'Unstop'
export const unstopped = 'unstopped'
export const activate = 'Activate'
export const activated = 'activated'
export const balanceInLastDays = (days: number): string => `Balance in the last ${days} days`
export const tryAgain = 'Try again'
export const todayInText = 'today'
export const atEnd = (date: string): string => `at the end of ${date}`
export const balanceByDayInLastDays = (currency: string, days: number): string =>
  `Balance by day in ${currency}, last ${days} days. The table has the figures.`
export const daysOnWhichBalanceChanged = 'Days on which the balance changed'
export const balanceCurrency = (currency: string): string => `Balance (${currency})`
export const cardDetails = 'Card Details'
export const cardNumber = 'Card Number'
export const cardNumberInText = 'card number'
export const mask = 'Mask'
export const reveal = 'Reveal'
export const expiryDate = 'Expiry Date'
export const cardBalance = 'Card Balance'
export const fundsAvailable = 'Funds Available'
export const loadedAmount = 'Loaded Amount'
export const authorizedAmount = 'Authorized Amount'
export const settledAmount = 'Settled Amount'
export const cvvDeleted = 'deleted'
export const cardNumberAndCvvAreShown = 'The card number and the CVV are shown. They are masked again after 60 seconds.'
export const programme = 'Programme'
export const campaignName = 'Campaign Name'
export const cardStatus = 'Card Status'
export const trackingNumber = 'Tracking Number'
export const trackingNumberInText = 'tracking number'
export const customerReference = 'Customer Reference'
export const cardLabel = 'Card Label'
export const sequenceNumber = 'Sequence Number'
export const enabled = 'Enabled'
export const disabled = 'Disabled'
export const enable = 'Enable'
export const disable = 'Disable'
export const magneticStripeTitle = 'Magnetic Stripe'
export const tagTagname = (tagname: string): string => `Tag: ${tagname}`
export const results = 'Results'
export const backToResults = 'Back to results'
export const placeOf = (place: number, ofIt: number): string => `${number(place)} of ${number(ofIt)}`
export const history = 'History'
export const historyOfCard = 'History of the card'
export const requestedBy = (requesterName: string): string => `requested by ${requesterName}`
export const date = 'Date'
export const action = 'Action'
export const details = 'Details'
export const user = 'User'
export const voucherNotes = 'Voucher notes'
export const createNote = 'Create note'
export const noNotesOnThisCard = 'No notes on this card'
export const notes = 'Notes'
export const noteOnWasCreated = (value: string, name: string): string => `the note “${value}” on ${name} was created`
export const leaveCardNumberOutOfNote = 'Leave the card number out of the note: everyone can read it.'
export const noteIsAdded = (name: string): string =>
  `The note is added to ${name} with your name. It cannot be changed later.`
export const writeNoteFirst = 'Write the note first'
export const noteCreated = 'Note created'
export const note = 'Note'
export const byUser = (username: string): string => `by ${username}`
export const onDate = (date: string): string => `on ${date}`
export const sinceCard = (card: string): string => `since ${card}`
export const previousCard = 'Previous card'
export const nextCard = 'Next card'
