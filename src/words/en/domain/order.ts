// The words of domain/order.
import { number } from '#words/figures.ts'

export const campaignIsClosedAndNoCards = (name: string): string =>
  `The campaign ${name} is closed, and no cards can be ordered for it`
export const wrongKindOfCampaign = (name: string, isVirtual: boolean, title: string): string =>
  `The cards of ${name} are ${isVirtual ? 'virtual' : 'not virtual'}. Choose another campaign, or order them under ${title}`
export const hasCardNumberInItLeave = (label: string): string =>
  `${label} has a card number in it. Remove it: this text is shown as written.`
export const isMoreThanYearsFromNow = (expiry: string, maxExpiryYears: number): string =>
  `${expiry} is more than ${maxExpiryYears} years from now. Enter an earlier day.`
export const loadedOnceIdentified =
  'Cards of this campaign can be loaded only after their holder is identified. Leave the load amount blank.'
export const loadOfThisCampaign = (least: string, most: string): string =>
  `A load must be between ${least} and ${most}. Change the amount or leave it blank.`
export const rejectedAlready = 'This order has already been rejected'
export const thisOrderHasBeenCancelled = 'This order has been cancelled by the person who ordered it'
export const approvedAlready = 'This order has already been approved'
export const cardsOfThisOrderAreBeing = 'The cards of this order are being issued now. Try again when that is done'
export const everyCardOfThisOrder = 'Every card of this order has already been issued'
export const onlyApprovedIsIssued = 'Only the cards of an approved order can be issued'
export const cancelledAlready = 'This order has already been cancelled'
export const itIsTooLateToCancel = 'It is too late to cancel this order: its cards are being issued or have been issued'
export const reasonForMaker = 'Give a reason: the person who ordered the cards will see it'
export const notOrderLookedAt = 'The order has changed since you opened it. Open its details again before you decide.'
export const thisNameCannotBePrinted = 'This name cannot be printed on a card. Write it in Latin letters.'
export const thisFieldIsRequired = 'This field is required'
export const invalidInputFormat = 'Invalid input format'
export const noCardNumbersLeft =
  'The campaign has no card numbers left. Its range must be extended before cards can be issued.'
export const fundingIsShort =
  'The funding account does not have enough for this card. Top it up, then try again or order the card again.'
export const deliveryNote =
  'Delivery is finalised 24 hours after the order is submitted. The order cannot be cancelled after that.'
export const numberCannotBeDialled = 'notification number cannot be dialled'
export const numbersCannotBeDialled = 'notification numbers cannot be dialled'
export const noMessageWillBeSent = (number: string): string =>
  `“${number}” is not a telephone number, so no message will be sent. Enter 7 to 15 digits, with + or 00 before the country code, or leave it blank.`
export const noMessageToNumber = (number: string): string =>
  `No message will be sent: “${number}” is not a telephone number.`
export const noMessageWasSent = (number: string): string =>
  `No message was sent: “${number}” is not a telephone number.`
/** @param why 'The gateway refused it with 400' */
export const messageNotDelivered = (number: string, why: string): string =>
  `The message to ${number} was not delivered. ${why}.`
export const virtualIssueNote =
  'Virtual cards are issued as soon as the order is approved. Until then it can be cancelled. A virtual card must still be activated before it can be used.'
export const orderCard = 'Order Card'
export const card = 'card'
export const cards = 'cards'
export const cardOrderSubmitted = 'Card order submitted'
export const addSingleCard = 'Add a single card'
export const addCardOrder = 'Add Card Order'
export const orderCardsFromFileOrOne =
  'Order cards from a file or one by one. They are made and sent when the order is final.'
export const cardOrderCreation = 'Card Order Creation'
export const cardOrderConfirmation = 'Card Order Confirmation'
export const cardEach = 'one card'
export const orderMoreCards = 'Order more cards'
export const orderVirtualCard = 'Order Virtual Card'
export const virtualCard = 'virtual card'
export const virtualCards = 'virtual cards'
export const virtualCardOrderSubmitted = 'Virtual card order submitted and awaiting approval'
export const addVirtualCard = 'Add Virtual Card'
export const addSingleVirtualCard = 'Add a single Virtual Card'
export const addVirtualCardOrder = 'Add Virtual Card Order'
export const orderVirtualCards = 'Order virtual cards from a file or one by one. Another person approves the order.'
export const virtualCardOrderCreation = 'Virtual Card Order Creation'
export const virtualConfirmation = 'Virtual Card Order Confirmation'
export const virtualCardEach = 'one virtual card'
export const orderMoreVirtualCards = 'Order more virtual cards'
export const amountIsZeroOrAbove = 'The amount must be zero or more.'
export const rowRefusedByServer = 'row is refused by the server'
export const rowsRefusedByServer = 'rows are refused by the server'
export const serverRefusesRow = 'The server refuses this row.'
export const referenceRepeated = 'customer reference appears more than once'
export const referencesRepeated = 'rows have a customer reference that appears more than once'
export const thisReferenceRepeated = (what: string): string =>
  `This customer reference appears more than once, and each row makes ${what}. Remove the rows you do not want.`
export const loadAmount = 'Load Amount'
export const nameInText = 'Name'
export const surnameInText = 'Surname'
export const customerReference = 'Customer Reference'
export const cardOrderFee = 'Card Order Fee'
export const recipientName = 'Recipient Name'
export const from3To60Characters = '3-60 characters'
export const recipientContactNumber = 'Recipient Contact Number'
export const address1 = 'Address 1'
export const address2 = 'Address 2'
export const postalCode = 'Postal Code'
export const cardHasNoAddress = 'card has no delivery address'
export const cardsHaveNoAddress = 'cards have no delivery address'
export const noAddressToSendTo = (hasRecipient: boolean): string =>
  `There is no ${hasRecipient ? '' : 'recipient and no '}address to send this card to. Enter one, unless the card is not sent.`
export const postalCodeIsShort = 'postal code is one digit short'
export const postalCodesAreShort = 'postal codes are one digit short'
export const postalCodeMayLackZero = (digits: number, defaults: number): string =>
  `Postal codes here have ${defaults} digits, and this one has ${digits}. A spreadsheet may have removed its leading zero: compare it with your list.`
export const cardOfItsOwn = 'a separate card'
export const cardLabel = 'Card Label'
export const notificationNumber = 'Notification Number'
export const expiryDate = 'Expiry Date'
export const tagName = 'Tag Name'
export const departmentTrip = 'department|trip'
export const tagValue = 'Tag Value'
export const salesPerth = 'sales|Perth'
export const rowHasMoreTagNamesThan = 'row has different numbers of tag names and values'
export const rowsHaveMoreTagNamesThan = 'rows have different numbers of tag names and values'
export const thereAndGiveOneValue = (
  names: number | undefined,
  given: number | undefined,
  tagSeparator: string,
): string =>
  `There ${names === 1 ? 'is 1 tag name' : `are ${names} tag names`} and ${given === 1 ? '1 value' : `${given} values`}. Give one value for each name, separated by ${tagSeparator}.`
export const rowHasTagWithoutName = 'row has a tag without a name'
export const rowsHaveTagWithoutName = 'rows have a tag without a name'
export const tagHasNoNameWriteEach = (tagSeparator: string): string =>
  `A tag has no name. Enter each name, separated by ${tagSeparator}, or remove the separator.`
export const rowNamesTagTwice = 'row has a tag twice'
export const rowsNameTagTwice = 'rows have a tag twice'
export const tagIsNamedTwiceCard = 'A tag appears twice. A card has one value for each tag.'
export const virtualOrderApproved = 'The virtual card order has been approved successfully'
export const virtualOrderRejected = 'The virtual card order has been rejected successfully'
export const cardsThatWereNotIssued = 'The cards that were not issued are being issued'
export const orderHasBeenCancelled = 'The order has been cancelled'
export const noVirtualCardOrdersFound = 'No virtual card orders found'
export const awaitingApproval = 'Awaiting approval'
export const approved = 'Approved'
export const rejected = 'Rejected'
export const ofIssued = (issuedCount: string, cardsCount: string): string => `${issuedCount} of ${cardsCount} issued`
export const physicalCards = 'Physical cards'
export const virtualCardsLabel = 'Virtual cards'
export const placed = 'Placed'
export const issuingCards = 'Issuing cards'
export const readyForProduction = 'Ready for production'
export const issued = 'Issued'
export const partlyIssued = 'Partly issued'
export const cancelled = 'Cancelled'
export const issuedNotIssued = (issued: number, failed: number): string =>
  `${number(issued)} issued, ${number(failed)} not issued`
export const readyNotIssued = (ready: number, failed: number): string =>
  `${number(ready)} ready for production, ${number(failed)} not issued`
export const notIssuedYet = 'Not issued yet'
export const notIssued = 'Not issued'
/** 'Uploaded Card Order File (2 successful / 1 failed), Total Load Amount S$ 75.50'. */
export const orderFileUploaded = (valid: number, toFix: number, amount: string): string =>
  `Uploaded Card Order File (${valid} successful / ${toFix} failed), Total Load Amount ${amount}`
export const selectCampaign = 'Select a Campaign'
export const rowIsInAnotherOrder = 'row is also in another order'
export const rowsAreInAnotherOrder = 'rows are also in another order'
/** @param orders 'order 41', 'orders 43 and 41' */
export const samePersonOrdered = (orders: string): string =>
  `A card with the same reference and name is already in ${orders}. This row orders one more. Remove it if it is the same card.`
export const restMore = (rest: number): string => `${number(rest)} more`
export const oneOrder = (id: string): string => `order ${id}`
export const manyOrders = (ids: string): string => `orders ${ids}`
