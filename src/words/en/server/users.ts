// The words of server/users.

export const dateFilterStartDateIsGreater = 'The date filter start date is greater than the end date'
export const ofCountGetItem = (count: number, get: string | undefined, item: number | undefined): string =>
  ` of ${count === 1 ? (get ?? `campaign ${item}`) : `${count} campaigns`}`
export const ofWhichWentOut = (given: string): string => `of which ${given} went out`
export const thereIsNoSuchOwner = 'There is no such owner'
export const thereIsNoSuchGroup = 'There is no such group'
