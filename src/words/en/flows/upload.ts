// The words of flows/upload.

export const couldNotBeOpenedAgain = (subject: string, id: string, text: string): string =>
  `The ${subject} ${id} could not be opened again: ${text}`
export const failedRows = ' (failed rows)'
export const openAndCheckAgainNothing = (cannotConnect: string, title: string): string =>
  `${cannotConnect}. Open ${title} and check again; nothing is done twice.`
export const wasNotSubmittedItIsKept = (subject: string): string =>
  `The ${subject} was not submitted. It is kept as a draft.`
export const typedRows = 'Typed rows'
export const changedRowsWait = 'Your changes are kept and checked automatically when you are back online'
export const ofCardsActivatedInText = (activated: number, count: number): string =>
  `${activated} of ${count} cards activated`
export const oneCard = 'Load this card'
export const referenceOfCard = (lastFour: string): string => `Card ending ${lastFour}`
