// The words of app/connection.

export const tryAgain = 'Try again'
const whenBack = (fault: string | undefined): string =>
  fault === 'no connection' ? 'you are back online' : 'the server answers again'
export const canKeepEditing = (fault: string | undefined): string =>
  `You can keep editing, and submit when ${whenBack(fault)}.`
export const cannotLogIn = (fault: string | undefined): string =>
  `You can log in when ${whenBack(fault)}. Drafts on this device are kept, but cannot be opened until then: their key comes from the server.`
export const connectedToServer = 'Connected to the server'
export const offlineSince = (time: string): string => `Offline since ${time}`
export const serverSilentSince = (time: string): string => `The server has not answered since ${time}`
