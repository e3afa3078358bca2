// The words of pages/orders/approve.

export const orderBatchLoadFileID = (batchLoadFileID: string): string => `Order ${batchLoadFileID}`
export const approve = 'Approve'
export const reject = 'Reject'
export const issueRest = 'Issue the rest'
export const downloadReport = 'Download Report'
export const orderBatchLoadFileIDInText = (batchLoadFileID: string): string => `order ${batchLoadFileID}`
export const orderId = (id: string, wasNot: string): string => `Order ${id} ${wasNot}`
export const nothingChanged = 'Nothing was changed. The list shows its current state.'
export const whoOrderedSeesIt = 'The person who ordered the cards will see this.'
export const virtualCardOrderDetails = 'Virtual Card Order Details'
export const orderOrderIdValue = (orderId: string, value: string): string => `Order ${orderId}${value}`
export const detailsOfOrderAreNotKept =
  'Order details are not stored on this device because they contain customer data.'
export const somebodyElseDecides = 'You ordered these cards, so another person must decide.'
export const totals = 'Totals'
export const virtualCards = 'Virtual cards'
export const totalLoadAmount = 'Total load amount'
export const totalFee = 'Total fee'
export const wouldNotBeIssuedNow = 'Cannot be issued now'
export const issued = 'Issued'
export const notIssued = 'Not issued'
export const status = 'Status'
export const campaign = 'Campaign'
export const file = 'File'
export const typedOneByOne = 'Typed one by one'
export const fee = 'Fee'
export const forEachCardThatIsIssued = (orderAmount: string): string => `${orderAmount} per card issued`
export const orderedBy = 'Ordered by'
export const approvedBy = 'Approved by'
export const rejectedBy = 'Rejected by'
export const reason = 'Reason'
export const noneGiven = 'None given'
export const controlCode = 'Control code'
export const theOrder = 'The order'
export const virtualCardOrders = 'Virtual card orders'
export const showDetailsOfOrder = (batchLoadFileID: string): string => `Details of order ${batchLoadFileID}`
export const details = 'Details'
export const beingIssuedNow = 'Being issued now'
export const warnings = 'Warnings'
export const fundingShort = (amount: string): string => `The funding account is ${amount} short`
export const topUpOrIssueRest =
  'Top up the account before you approve, or approve now and issue the rest when the money has arrived.'
export const topUpBefore = 'Top up the account first.'
export const sameCardsWereOrderedBefore = 'The same cards were ordered before'
export const reasonGiven = (duplicateReason: string): string => `The reason given: “${duplicateReason}”`
export const referencesRepeated = (copies: string): string =>
  `${copies} have a customer reference that appears more than once`
export const eachRowIsCard = 'Each row makes a separate card.'
export const wouldNotBeIssuedNowInText = (count: string): string => `${count} cannot be issued now`
export const countNotIssued = (count: string, count2: number): string =>
  `${count} ${count2 === 1 ? 'was' : 'were'} not issued`
export const noReasonWasGiven = 'No reason was given'
export const andBesideRows = (more: number): string =>
  `and ${more === 1 ? '1 other reason' : `${more} other reasons`}, shown with the rows`
export const approveOrder = (id: string): string => `Approve order ${id}?`
export const approvalEffect = (
  cardsCount: string,
  campaignName: string,
  totalLoadAmount: string,
  totalLoadAmount2: string,
): string =>
  `${cardsCount} of ${campaignName} will be issued as soon as you approve, and ${totalLoadAmount} will move from the funding account to them.${totalLoadAmount2} An approval cannot be undone.`
export const approveSize = (order: string): string => `Approve ${order}`
export const rejectOrder = (id: string): string => `Reject order ${id}?`
export const rejectionEffect = (cardsCount: number, cardsCount2: string): string =>
  `${cardsCount === 1 ? 'The virtual card' : `None of the ${cardsCount2}`} will ${cardsCount === 1 ? 'not ' : ''}be issued and no money will move. The person who ordered them can order the rows again. A rejection cannot be undone.`
export const rejectSize = (order: string): string => `Reject ${order}`
export const issueRestOfOrder = (id: string): string => `Issue the rest of order ${id}?`
export const retryEffect = (cards: string, loadMinor: string, loadMinor2: string): string =>
  `${cards} (${loadMinor} in total) will be tried again now.${loadMinor2} Cards already issued are not touched.`
export const issueSize = (sizeOf: string): string => `Issue ${sizeOf}`
export const order = 'Order'
export const cards = 'Cards'
export const loadAmount = 'Load amount'
export const currency = 'Currency'
export const ordered = 'Ordered'
export const approved = 'Approved'
export const rejected = 'Rejected'
export const result = 'Result'
export const alsoInOrders = (cards: string, count: number, orders: string): string =>
  `${cards} ${count === 1 ? 'is' : 'are'} also in ${orders}`
export const whatAlsoMeans =
  'An order of the last 30 days, or one that awaits a decision, has a card with the same reference and name. Each row issues one more.'
