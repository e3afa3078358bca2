// The words of flows/access.

export const noStorage = 'This browser gives the portal no storage: your work is kept only while this page is open'
