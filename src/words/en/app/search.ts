// The words of app/search.

export const search = 'Search'
export const whatCanBeFound = 'Find a page, card, batch, person or setting'
export const results = 'Results'
export const nothingFound = (words: string): string => `Nothing found for “${words}”`
export const countFound = (count: number): string => `${count} found`
export const searching = 'Searching…'
export const openCard = 'Open a card'
export const openBatchOrOrder = 'Open a batch or an order'
export const batchIdReference = (id: string, reference: string): string => `Batch ${id}, ${reference}`
export const myBatches = 'My batches'
export const approveBatchLoad = 'Approve Batch Load'
export const orderIdCampaignName = (id: string, campaignName: string): string => `Order ${id}, ${campaignName}`
export const myOrders = 'My orders'
export const approveVirtualCardOrders = 'Approve Virtual Card Orders'
export const physicalOrders = 'Physical Orders'
/** Before a number, as people type it in small letters. */
export const batch = 'batch'
export const order = 'order'
export const people = 'People'
export const thisPage = 'This page'
export const recent = 'Recent'
export const pages = 'Pages'
export const reports = 'Reports'
export const settings = 'Settings'
export const findCard = 'Find a card'
export const findCardPage = 'Find Card'
export const mySettings = 'My Settings'
export const settingsKeywords = 'account sessions passkeys email e-mail digest density'
export const account = 'Account'
export const changePassword = 'Change Password'
export const appearanceItem = (item: string): string => `Appearance: ${item}`
export const logOut = 'Log out'
export const signOut = 'sign out'
