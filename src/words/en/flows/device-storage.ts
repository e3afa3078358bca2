// The words of flows/access/device-storage.

export const storageFull = 'The storage of this device is full: your latest work is kept only while this page is open'
export const newerVersionOpen = 'A newer version of the portal is open in another tab: reload this page to continue'
