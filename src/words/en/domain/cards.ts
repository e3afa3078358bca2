// The words of domain/cards.
import { number } from '#words/figures.ts'

export const cardIsRetiredWhichCannot = 'The card is retired, which cannot be undone.'
export const cardIsActivatedAlready = 'The card is already activated.'
export const devalue = 'Devalue'
export const allFundsAreTakenOffCard = 'All funds are taken off the card and go back to the funding account.'
export const cardDevaluedSuccessfully = 'Card devalued successfully'
export const cardHoldsNoFunds = 'The card has no funds.'
export const onCardIsAuthorised = (heldCents: string): string =>
  `${heldCents} on the card is authorised and not settled yet. Devalue it when that is settled or released.`
export const retire = 'Retire'
export const retired = 'Retired'
export const cardCanNeverBeUsed = 'The card can never be used or loaded again. This cannot be undone.'
export const cardRetiredSuccessfully = 'Card retired successfully'
export const cardIsRetiredAlready = 'The card is already retired.'
export const stop = 'Stop'
export const refusedUntilUnstopped = 'The card will be declined everywhere until you unstop it.'
export const cardStoppedSuccessfully = 'Card stopped successfully'
export const cardIsStoppedAlready = 'The card is already stopped.'
export const unstop = 'Unstop'
export const cardGoesBackToWhat = 'The card returns to its earlier status.'
export const cardEnabledSuccessfully = 'Card enabled successfully'
export const cardIsNotStopped = 'The card is not stopped.'
export const activate = 'Activate'
export const activated = 'Activated'
export const cardCanBeUsedFromNow = 'The card can be used immediately.'
export const cardActivatedSuccessfully = 'Card activated successfully'
export const cardHasExpired = 'The card has expired.'
export const oldPinStopsWorkingAtOnce = 'The old PIN stops working immediately.'
export const cardPinChangedSuccessfully = 'CARD PIN changed successfully'
export const pinOfThisCardWasChanged = 'The PIN of this card was already changed in this session.'
export const cardsCampaignUsesNoPin = "The card's campaign uses no PIN."
export const magneticStripe = 'Magnetic stripe'
export const magneticStripeChanged = 'Magnetic stripe changed successfully'
export const enableMagneticStripe = 'Enable the magnetic stripe'
export const swipingAllowed = 'Payments by swiping the card will be allowed.'
export const enabled = 'enabled'
export const disableMagneticStripe = 'Disable the magnetic stripe'
export const swipingRefused = 'Payments by swiping the card will be declined.'
export const disabled = 'disabled'
export const pleaseEnterDigitNewPin = (length: number): string => `Please enter ${length} digit new PIN`
export const feeOfIsLargerThanAvailable = (feeCents: string, available: string): string =>
  `The fee of ${feeCents} is larger than the ${available} available on the card. Enter a smaller amount.`
export const nothingAvailableForFee = (available: string): string =>
  `No fee can be taken off the card now: its available funds are ${available}.`
export const cardIsRetiredSoFeeCannot = 'The card is retired, so the fee cannot be refunded to it.'
export const stopped = 'Stopped'
export const unstopped = 'Unstopped'
export const pinChanged = 'PIN changed'
export const magneticStripeEnabled = 'Magnetic stripe enabled'
export const magneticStripeDisabled = 'Magnetic stripe disabled'
export const devalued = 'Devalued'
export const feeInserted = 'Fee inserted'
export const feeReversed = 'Fee reversed'
export const cardNumber = 'Card Number'
export const trackingNumber = 'Tracking Number'
export const textHoldsCardNumberLeave = 'Remove the card number: this text is shown and exported as written'
export const from9To19Digits = '9-19 digits'
export const customerId = 'Customer ID'
export const from3To20Characters = '3-20 characters'
export const from7To15Digits = '7-15 digits'
export const idNumber = 'ID Number'
export const customerReference = 'Customer Reference'
export const min19Characters = 'min 19 characters'
export const cardholderName = 'Cardholder Name'
export const anyPartsOfName = 'any parts of the name'
export const tagName = (name: string): string => `Tag: ${name}`
export const valuesSeparatedByCommas = 'values separated by commas'
export const searchTermShouldBeAtMost = (maxSearchTerm: number): string =>
  `Search term should be at most ${number(maxSearchTerm)} characters`
export const eachTagValueShould = (minLength: number): string =>
  `Each tag value should have at least ${minLength} characters`
export const searchTermShouldBeAtLeast = (minLength: number): string =>
  `Search term should be at least ${minLength} characters`
export const inListOfMoreThanCard = (maxShortNumbers: number, wholeNumber: number): string =>
  `In a list of more than ${maxShortNumbers} card numbers, each needs all its ${wholeNumber} digits`
export const searchForFewerValuesAtTime = 'Search for fewer values at a time'
export const addToTerm = 'Make the search term longer'
export const searchNarrower = 'use a more specific search'
export const untickShowExpired = 'untick Show Expired'
export const or = ', or '
export const startDateOrEndDateCan = 'Start date or End date can not be less than 1970'
export const startDateCanNotBeGreater = 'Start date can not be greater than End date'
export const expired = 'Expired'
export const notActivated = 'Not Activated'
export const active = 'Active'
export const inactive = 'Inactive'
export const load = 'Load'
export const purchase = 'Purchase'
export const transfer = 'Transfer'
export const fee = 'Fee'
export const reversal = 'Reversal'
export const openingBalance = 'Opening Balance'
export const wasReversed = (label: string): string => `The ${label} was reversed`
export const onlyFeeCanBeReversed = 'Only a fee can be reversed.'
export const feeWasReversedAlready = 'The fee was already reversed.'
export const changePin = 'ChangePIN'
export const phoneNumber = 'PhoneNumber'
export const from5To20Digits = '5-20digits'
