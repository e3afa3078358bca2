// The words of domain.

export const cannotConnectToServer = 'Cannot connect to server'
export const errorOccurred = 'An error occurred'
export const thisRequestWasSentBefore = 'This request was sent before with other content. Please reload and try again'
export const someOfValues = 'Some values are not valid'
export const batch = 'batch'
export const order = 'order'
