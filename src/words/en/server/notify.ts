// The words of server/notify: what the holder of a new card reads on their telephone, and why they may not.

/** Never a whole number, never a CVV. */
export const yourCardIsReady = (lastFour: string, programme: string, howToActivate: string): string =>
  `Your card ending ${lastFour} from ${programme} is ready. ${howToActivate}`
export const gatewayNotReached = 'The gateway could not be reached'
export const gatewayRefused = (status: number): string => `The gateway refused it with ${status}`
