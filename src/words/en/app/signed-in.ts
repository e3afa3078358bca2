// The words of app/signed-in.

export const serverIsBusy = 'The server is busy'
export const checksAgainByItself = 'This page checks again by itself. Until then it shows the last answer.'
export const menuOf = 'Menu of'
export const closeMenu = 'Close the menu'
export const main = 'Main'
export const appearance = 'Appearance'
export const yourSessionEndsSoon = 'Your session ends soon'
export const areYouStillThere = 'Are you still there?'
export const sessionAtLongest =
  'Your session has nearly reached its longest time. Log in again to go on where you are. Drafts on this device are kept.'
export const sessionIdle =
  'Nothing has been done here for a while. To protect the programme your session ends soon. Drafts on this device are kept.'
export const logOut = 'Log out'
export const finishFirst = 'Finish what I am doing'
export const stay = 'Stay'
export const widenMenu = 'Widen the menu'
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
export const batchWaits = 'A batch waits for your approval'
export const orderWaits = 'An order of cards waits for your approval'
export const orderPlaced = 'Physical cards were ordered, and you can still cancel the order'
export const producerFileWaits = 'A file waits for the card producer'
export const ownBatchDecided = 'A batch of yours was approved or rejected'
export const batchIsScheduled = (id: string | null): string => `Batch ${id} is scheduled and has not run yet.`
export const draftsAreLocked = 'Your drafts cannot be opened yet'
export const lockedUntilServerAnswers =
  'This page was opened without a connection. Your drafts, pending requests and saved lists on this device are locked until the server answers. Nothing is lost. Keep this page open, or come back when you are online.'
