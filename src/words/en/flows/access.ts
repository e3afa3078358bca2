// The words of flows/access.

export const thisBrowserGivesPortalNoStorage =
  'This browser gives the portal no storage: your work is kept only while this page is open'
export const storageOfThisDeviceIsFull =
  'The storage of this device is full: your latest work is kept only while this page is open'
export const newerVersionOfPortalIsOpen =
  'A newer version of the portal is open in another tab: reload this page to go on'
