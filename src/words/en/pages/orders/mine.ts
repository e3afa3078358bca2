// The words of pages/orders/mine.

export const cancelOrder = (orderId: string): string => `Cancel order ${orderId}?`
export const cancelEffect = (cardsCount: number, one: string, made: string, cards: string): string =>
  `${cardsCount === 1 ? `The ${one} will not be ${made}` : `None of the ${cards} will be ${made}`} and no money will move.`
export const canOrderAgain = 'A cancelled order cannot be reopened, but you can order its rows again.'
export const hasToBeOrderedAgain = 'A cancelled order cannot be reopened: its rows must be ordered again.'
export const reasonIsKept = 'The person who ordered the cards will see this.'
export const cancelSize = (order: string): string => `Cancel ${order}`
export const keepOrder = 'Keep the order'
export const orderOrderId = (orderId: string, wasNot: string): string => `Order ${orderId} ${wasNot}`
export const nothingChanged = 'Nothing was changed. The list shows its current state.'
export const myOrder = 'My order'
export const orderOrderIdValue = (orderId: string, value: string): string => `Order ${orderId}${value}`
export const rowsOfOrderAreNotKept = 'Order rows are not stored on this device because they contain customer data.'
export const cancelOrderLabel = 'Cancel order'
export const orderAgain = 'Order again'
export const thisOrderWasRejected = 'This order was rejected'
export const noReasonWasGiven = 'No reason was given.'
export const cancelledByFor = (who: string, reason: string): string => `By ${who}: ${reason}`
export const cancelledByOther = (who: string): string => `Cancelled by ${who}`
export const orderedBy = 'Ordered by'
export const producerFile = 'Producer file'
export const notFetchedYet = 'Not downloaded yet'
export const fetchedOn = 'Downloaded'
export const sameCardsWereOrderedBefore = 'The same cards were ordered before'
export const reasonGiven = (reason: string): string => `The reason given: “${reason}”`
export const status = 'Status'
export const type = 'Type'
export const campaign = 'Campaign'
export const quotationNumber = 'Quotation number'
export const plasticId = 'Plastic ID'
export const designId = 'Design ID'
export const file = 'File'
export const typedOneByOne = 'Typed one by one'
export const ordered = 'Ordered'
export const cancel = 'Cancel'
export const final = 'Final'
export const cancelled = 'Cancelled'
export const rejectedBy = 'Rejected by'
export const approvedBy = 'Approved by'
export const cards = 'Cards'
export const totalLoadAmount = 'Total load amount'
export const totalFee = 'Total fee'
export const result = 'Result'
export const controlCode = 'Control code'
export const myOrders = 'My orders'
export const orders = 'Orders'
export const cancelOrderOrderId = (orderId: string): string => `Cancel order ${orderId}`
export const orderAgainRowsOfOrder = (orderId: string): string => `Order again the rows of order ${orderId}`
export const detailsOfOrder = (orderId: string): string => `Details of order ${orderId}`
export const details = 'Details'
export const cancelledUntilDecided = 'Can be cancelled until it is decided'
export const canBeCancelledUntil = 'Can be cancelled until'
export const noReasonGiven = 'No reason was given'
export const order = 'Order'
export const loadAmount = 'Load amount'
export const fee = 'Fee'
export const currency = 'Currency'
export const decidedBy = 'Decided by'
export const decided = 'Decided'
export const topUpBeforeFinal = 'Top up the account before the order is final.'
export const topUpBeforeApproval = 'Top up the account before the order is approved.'
