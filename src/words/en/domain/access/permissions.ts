// The words of domain/access/permissions.

export const changeOwnSettings = 'see their own settings and change their own password'
export const administerUsers = 'add, change, unlock and delete users, and read the audit trail'
export const findCardsReadTheirDetails = 'find cards, read their details and statements, and write notes'
export const actOnCards =
  'stop, retire, devalue and activate cards, change PINs, insert and reverse fees, and order cards'
export const orderVirtualCards = 'order virtual cards'
export const approveVirtualOrders =
  'approve and reject other people’s virtual card orders, and cancel physical ones before they are final'
export const fetchProducerFiles = 'download the files for the card producer, which contain full card numbers'
export const uploadBatchesThatLoadCards = 'upload batches that load cards'
export const approveBatches = 'approve, reject, schedule and close other people’s batches'
export const uploadDevalues = 'upload batches that devalue cards or transfer between them'
export const readAndDownloadReports = 'read and download reports'
export const seeMerchantSignUp = 'open the merchant sign-up page'
export const signUpMerchantsAndMake = 'sign up merchants and make their QR codes'
/** The areas of permissions. */
export const users = 'Users'
export const cards = 'Cards'
export const batches = 'Batches'
export const cardOrders = 'Card orders'
export const merchants = 'Merchants'
export const reports = 'Reports'
