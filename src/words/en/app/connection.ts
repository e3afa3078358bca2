// The words of app/connection.

export const tryAgain = 'Try again'
export const canKeepEditing = (fault: string | undefined): string =>
  `You can keep editing, and submit when ${fault === 'no line' ? 'you are back online' : 'the server answers again'}.`
export const connectedToServer = 'Connected to the server'
export const offlineSince = (time: string): string => `Offline since ${time}`
export const serverSilentSince = (time: string): string => `The server has not answered since ${time}`
