// The words of app/connection.

export const tryAgain = 'Try again'
export const youCanKeepReadingAndCorrecting = (fault: string | undefined): string =>
  `You can keep editing. Sending resumes when ${fault === 'no line' ? 'you are back online' : 'the server answers again'}.`
export const connectedToServer = 'Connected to the server'
export const offlineSince = (time: string): string => `Offline since ${time}`
export const serverHasNotBeenWorkingSince = (time: string): string => `The server has not answered since ${time}`
