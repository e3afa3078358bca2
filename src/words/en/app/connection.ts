// The words of app/connection.

export const tryAgain = 'Try again'
export const canKeepEditing = (fault: string | undefined): string =>
  `You can keep editing, and submit when ${fault === 'no line' ? 'you are back online' : 'the server answers again'}.`
export const connectedToServer = 'Connected to the server'
export const offlineSince = (time: string): string => `Offline since ${time}`
export const serverSilentSince = (time: string): string => `The server has not answered since ${time}`
export const draftsAreLocked = 'Your drafts cannot be opened yet'
export const lockedUntilServerAnswers =
  'This page was opened without a connection. Your drafts, pending requests and saved lists on this device are locked until the server answers. Nothing is lost. Keep this page open, or come back when you are online.'
