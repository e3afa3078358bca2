// What the holder of a new card reads on their telephone.

/** Never a whole number, never a CVV. */
export const yourCardIsReady = (lastFour: string, programme: string, howToActivate: string): string =>
  `Your card ending ${lastFour} from ${programme} is ready. ${howToActivate}`
