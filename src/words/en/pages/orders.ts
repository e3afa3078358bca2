// The words of pages/orders.

export const approveVirtualCardOrders = 'Approve Virtual Card Orders'
export const whatApprovingIs = 'Check the virtual cards that others have ordered, then approve or reject the order.'
export const virtualCardOrders = 'Virtual card orders'
export const status = 'Status'
export const dates = 'Dates'
export const decidedWhenOnline = 'Orders can be approved and rejected when the connection is back.'
export const otherDatesMayHaveSome = 'Other dates may have some.'
export const whenNewOrdersAppear = 'New orders appear here when a colleague submits one.'
export const whatAwaitsApprovalIsListed = 'Orders awaiting approval are listed whatever their date.'
export const byDayOfApproval = 'By the day of the approval.'
export const byDayOfRejection = 'By the day of the rejection.'
export const myOrders = 'My orders'
export const whatMyOrdersLists = 'Every card that you have ordered, with its status and result.'
export const ordered = 'Ordered'
export const detailsWhenOnline = 'Details are shown when the connection is back.'
export const youHaveOrderedNoCards = 'You have ordered no cards in these dates'
export const orderAppearsHereAsSoon =
  'An order appears here as soon as you submit it. What you have not submitted is under Drafts.'
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
export const whatProducerFilesAre = 'What the card producer gets for each final order. A file can be fetched once.'
export const fetchedWhenOnline = 'A file can be fetched when the connection is back.'
export const finalOrders = 'Final orders'
export const fetchFileOfOrder = (orderId: string): string => `Fetch the file of order ${orderId}`
export const fetch = 'Fetch'
export const noOrderIsFinalYet = 'No order is final yet'
export const whenOrdersAppear =
  'An order of cards appears here 24 hours after it was submitted, once its cards have their numbers.'
export const fetchTheFileOfOrderOrder = (orderId: string): string => `Fetch the file of order ${orderId}?`
export const fileHoldsInFullItCan = (cardsCount: number, size: string): string =>
  `The file holds the ${cardsCount === 1 ? 'number of 1 card' : `numbers of ${size}`} in full. It can be fetched once, by one person, and that you have fetched it is recorded.`
export const saveItWhereNobodyButCard =
  'Save it where nobody but the card producer gets it, and delete it once they have it.'
export const fetchFile = (size: string): string => `Fetch the file of ${size}`
export const fileOfOrderWasNotFetched = (orderId: string): string => `The file of order ${orderId} was not fetched`
export const listShowsByWhomAndWhen = 'The list shows by whom and when it was fetched, if it was.'
export const campaign = 'Campaign'
export const cards = 'Cards'
export const finalSince = 'Final since'
export const fetchedBy = 'Fetched by'
export const quotationNumber = 'Quotation number'
export const file = 'File'
export const fetched = 'Fetched'
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
export const tellHolderYourself = 'The cards are issued. The rows say why; tell their holders in another way.'
export const inTheseToo = (orders: string): string => `In ${orders} too.`
