// The words of app/signed-in.

export const serverIsBusy = 'The server is busy'
export const checksAgainByItself = 'This page will try again automatically. Until then it shows the last answer.'
export const menuOf = 'Menu of'
export const closeMenu = 'Close the menu'
export const main = 'Main'
export const appearance = 'Appearance'
export const yourSessionEndsSoon = 'Your session ends soon'
export const areYouStillThere = 'Are you still there?'
export const sessionAtLongest =
  'Your session is about to reach its time limit. Log in again to continue. Drafts on this device are kept.'
export const sessionIdle = 'You have been inactive, so your session will end soon. Drafts on this device are kept.'
export const logOut = 'Log out'
export const finishFirst = 'Finish what I am doing'
export const stay = 'Stay'
export const widenMenu = 'Expand the menu'
export const collapseMenu = 'Collapse the menu'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const waiting = 'waiting'
export const skipToPage = 'Skip to the page'
export const openMenu = 'Open the menu'
export const search = 'Search'
export const ctrlK = 'Ctrl+K'
export const loggedInAs = 'Logged in as: '
export const account = 'Account'
export const accountOf = (username: string): string => `Account of ${username}`
export const mySettings = 'My Settings'
export const batchWaits = 'A batch is waiting for your approval'
export const orderWaits = 'A card order is waiting for your approval'
export const orderPlaced = 'Physical cards were ordered, and you can still cancel the order'
export const producerFileWaits = 'A file is waiting for the card producer'
export const ownBatchDecided = 'One of your batches was approved or rejected'
/** On a notice of the system. */
export const openBatch = 'Open the batch'
/** On a notice of the system. */
export const openList = 'Open the list'
export const batchIsScheduled = (id: string | null): string => `Batch ${id} is scheduled and has not run yet.`
export const draftsAreLocked = 'Your drafts cannot be opened yet'
export const lockedUntilServerAnswers =
  'This page was opened without a connection. Your drafts, pending requests and saved lists on this device are locked until the server answers. Nothing is lost. Keep this page open, or come back when you are online.'
export const helpForThisPage = 'Help for this page'
