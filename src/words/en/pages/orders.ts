// The words of pages/orders.

export const approveVirtualCardOrders = 'Approve Virtual Card Orders'
export const whatApprovingIs = 'Check the virtual cards that others have ordered, then approve or reject the order.'
export const virtualCardOrders = 'Virtual card orders'
export const status = 'Status'
export const dates = 'Dates'
export const decidedWhenOnline = 'You can approve and reject orders when you are back online.'
export const otherDatesMayHaveSome = 'Try other dates.'
export const whenNewOrdersAppear = 'New orders appear here when a colleague submits one.'
export const listsEveryOrder = 'Shows all orders, whatever the date.'
export const byDayOfApproval = 'By approval date.'
export const byDayOfRejection = 'By rejection date.'
export const orderOrActivate = 'Order or activate'
export const myOrders = 'My orders'
export const whatMyOrdersLists = 'Your card orders, with their status and result.'
export const ordered = 'Ordered'
export const detailsWhenOnline = 'Details are available when you are back online.'
export const youHaveOrderedNoCards = 'You ordered no cards in these dates'
export const orderAppearsHereAsSoon =
  'An order appears here as soon as you submit it. Unsubmitted work is under Drafts.'
export const allRows = 'All rows'
export const notIssued = 'Not issued'
export const warnings = 'Warnings'
export const referenceRepeated = 'Customer reference more than once'
export const rows = 'Rows'
export const show = 'Show'
export const order = 'Order'
export const rowsOfOrder = 'Rows of the order'
export const openCard = (customerReference: string): string => `Open the card of ${customerReference}`
/** Names a row without a customer reference. */
export const rowNumber = (row: string): string => `row ${row}`
export const openCardLabel = 'Open card'
export const loaded = 'Loaded'
export const feesCharged = 'Fees charged'
export const amountLoaded = (amount: string): string => `${amount} loaded`
export const feeCharged = (amount: string): string => `${amount} charged`
export const thisOrderHasNoRows = 'This order has no rows'
export const producerFiles = 'Producer files'
export const whatProducerFilesAre = 'What the card producer gets for each final order. A file can be downloaded once.'
export const fetchedWhenOnline = 'You can download a file when you are back online.'
export const finalOrders = 'Final orders'
export const fetchFileOfOrder = (orderId: string): string => `Download the file of order ${orderId}`
export const fetch = 'Download'
export const noOrderIsFinalYet = 'No order is final yet'
export const whenOrdersAppear =
  'A card order appears here 24 hours after it was submitted, when its cards have their numbers.'
export const fetchTheFileOfOrderOrder = (orderId: string): string => `Download the file of order ${orderId}?`
export const fileHoldsInFullItCan = (cardsCount: number, size: string): string =>
  `The file contains the full card ${cardsCount === 1 ? 'number of 1 card' : `numbers of ${size}`}. It can be downloaded once, by one person, and your download is recorded.`
export const saveItWhereNobodyButCard =
  'Save it where only the card producer can reach it, and delete it when they have it.'
export const fetchFile = (size: string): string => `Download the file of ${size}`
export const fileOfOrderWasNotFetched = (orderId: string): string => `The file of order ${orderId} was not downloaded`
export const listShowsByWhomAndWhen = 'The list shows who downloaded it and when.'
export const campaign = 'Campaign'
export const cards = 'Cards'
export const finalSince = 'Final since'
export const fetchedBy = 'Downloaded by'
export const quotationNumber = 'Quotation number'
export const file = 'File'
export const fetched = 'Downloaded'
export const notYet = 'Not yet'
export const result = 'Result'
export const reason = 'Reason'
export const card = 'Card'
export const plusFee = (feeMinor: string, orderAmount: string): string =>
  ` Plus a fee of ${feeMinor}: ${orderAmount} in total.`
/** @param cards '2 virtual cards' */
export const noMessageFor = (cards: string): string => `No message will be sent for ${cards}`
export const numberCannotBeDialled =
  'The notification number is not a telephone number. The cards are issued without a message.'
export const noMessageWasSentFor = (cards: string): string => `No message was delivered for ${cards}`
export const tellHolderYourself = 'The cards are issued. The rows say why; inform their holders in another way.'
export const alsoIn = (orders: string): string => `Also in ${orders}.`
