// The words of services.

export const fileCouldNotBeRead = 'The file could not be read.'
export const fileCouldNotBeMade = (cure: string): string =>
  `The file could not be created. Try again; if it happens twice, ${cure}.`
export const chooseFewerDays = 'choose fewer days'
export const reloadPageFirst = 'reload the page first'
export const connectionLost = 'The connection was lost before the end. Nothing was saved.'
export const addressIsNotServers = 'The address of the file is not the server’s.'
export const serverCouldNotMakeFile = 'The server could not make the file.'
export const listCannotBeRead = 'The list from the server cannot be read. Nothing was changed. Try again'
