// The words of server/orders.

export const thereIsNoSuchCampaign = 'There is no such campaign'
export const sameOrderedBefore = (
  many: string,
  id: number,
  maker_username: string,
  when: string,
  state: string,
  least: number,
  most: number,
): string =>
  `The same ${many} were ordered as order ${id} by ${maker_username} on ${when} (${state}). If they are meant to be ordered again, give a reason of ${least} to ${most} characters.`
export const noSuchPhysicalOrder = 'There is no such order of physical cards'
export const cardsOfThisOrder = 'The cards of this order have not been issued, so it has no file yet.'
export const fileFetchedBefore = (who: string, when: string): string =>
  `${who} downloaded this file on ${when}. It can be downloaded only once.`
export const cardOrder = (orderId: number): string => `Card order ${orderId}`
export const noSuchOrder = 'There is no such order'
export const orderId = (id: number): string => `Order ${id}`
export const status = 'Status'
export const reason = 'Reason'
export const oneCannotBeOrdered = (one: string): string =>
  `One ${one} cannot be ordered as it is. Nothing was ordered. Correct or remove its row and submit again.`
export const cannotBeOrderedAsTheyStand = (count: number, many: string): string =>
  `${count} ${many} cannot be ordered as they are. Nothing was ordered. Correct or remove their rows and submit again.`
