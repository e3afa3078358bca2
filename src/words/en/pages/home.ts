// The words of pages/home.

export const welcomeFirstname = (firstname: string): string => `Welcome, ${firstname}`
export const lastUpdated = 'Last updated '
export const asOf = 'As of '
export const tryAgain = 'Try again'
export const nothingLoadedYet =
  'Nothing has been loaded on this device yet. This page fills in when you are back online.'
export const nothingWasLoadedInLastDays = (count: number): string => `Nothing was loaded in the last ${count} days`
export const whatLoadVolumeShows = 'Approved loads appear here by the day they were booked.'
export const lastDays = (count: number): string => `last ${count} days`
export const amountLoadedByDayInLast = (currency: string, count: number): string =>
  `Amount loaded by day in ${currency}, last ${count} days. The table has the figures.`
export const amountLoadedByDay = 'Amount loaded by day'
export const loads = 'Loads'
export const amountCurrency = (currency: string): string => `Amount (${currency})`
export const loadedInLastDays = (days: number): string => `Loaded in the last ${days} days`
export const yourBatches = 'Your batches'
export const youHaveNotUploadedBatchYet = 'You have not uploaded a batch yet'
export const whatYouUploadAppearsHere = 'What you upload appears here, with its result.'
export const yourCardOrders = 'Your card orders'
export const youHaveNotOrderedCardsYet = 'You have not ordered cards yet'
export const whatYouOrderAppearsHere = 'What you order appears here, with its result.'
export const orderOrderIdCampaignName = (orderId: string, campaignName: string): string =>
  `Order ${orderId}, ${campaignName}`
export const byStateLast56Days = 'By state, last 56 days'
export const recentActivity = 'Recent activity'
export const nothingHasHappenedYet = 'Nothing has happened yet'
export const whatActivityShows = 'Uploads and decisions appear here as they happen.'
export const waitingFor = 'Waiting for you'
export const batchesToApprove = 'Batches to approve'
export const batch = 'Batch'
export const batches = 'Batches'
export const cardOrdersToApprove = 'Card orders to approve'
export const cardOrder = 'Card order'
export const cardOrders = 'Card orders'
export const physicalOrdersPlaced = (count: number | undefined): string =>
  count === 1 ? 'Physical order that can be cancelled' : 'Physical orders that can be cancelled'
export const noneCanBeCancelled = 'No order is in its first 24 hours'
export const firstFinalOn = ', the first final on'
export const producerFilesToFetch = (count: number | undefined): string =>
  count === 1 ? 'Producer file to download' : 'Producer files to download'
export const noFileWaits = 'No file is waiting for the card producer'
export const toApprove = (noun: string): string => `${noun} to approve`
export const nothingWaits = 'Nothing is waiting for your approval'
export const inTotal = 'in total'
export const oldestFrom = ', the oldest from'
export const draftsOnThisDevice = 'Drafts on this device'
export const draftOnThisDevice = 'Draft on this device'
export const noBatchUnfinished = 'No unfinished batch here'
export const outcomeUnknown = (title: string): string => `We cannot tell whether ${title} was submitted`
export const latestSaved = (count: number, title: string): string =>
  `${count === 1 ? '' : 'The latest: '}${title === '' ? '' : `${title}, `}saved`
export const waitingItems = (hasBatches: boolean, hasOrders: boolean): string =>
  `${hasBatches ? (hasOrders ? 'Batches and card orders' : 'Batches') : 'Card orders'} needing attention`
export const waitingBatch = 'Batch needing attention'
export const waitingOrder = 'Card order needing attention'
export const rejected = 'rejected'
export const cancelledBy = (who: string): string => `cancelled by ${who}`
export const failed = (count: string): string => `${count} failed`
export const notIssued = (count: string): string => `${count} not issued`
export const nameAndWhat = (name: string, what: string): string => `${name}: ${what}`
export const moreBatches = (count: number): string => (count === 1 ? '1 more batch' : `${count} more batches`)
export const moreOrders = (count: number): string => (count === 1 ? '1 more card order' : `${count} more card orders`)
export const nothingWasRejectedOrFailed = 'Nothing was rejected or failed in the last 7 days'
export const inFundingAccount = 'in the funding account'
export const nothingReserved = 'None of it is reserved'
export const reservedForApproved = 'reserved for approved work'
