// The words of flows/access.

export const noStorage =
  'This browser does not let the portal store anything: your work is kept only while this page is open'
export const somethingWaits = 'Something is waiting for your approval'
export const pushNotPossible =
  'This did not work: the browser does not allow it, or cannot reach its push service. Notifications work as before.'
