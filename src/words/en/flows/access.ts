// The words of flows/access.

export const noStorage = 'This browser gives the portal no storage: your work is kept only while this page is open'
export const somethingWaits = 'Something is waiting for your approval'
export const pushNotPossible =
  'This did not work: the browser does not allow it, or cannot reach its push service. Notices work as before.'
