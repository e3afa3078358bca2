// The only pauses in the tests, each for what cannot be waited for. A test waits for an effect, never for a time.

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Until the page's pending work of one task is done, if its effect is that nothing changes. */
export const nextTask = (): Promise<void> => pause(0)

/** Between two tries of a loop that waits. */
export const untilNextTry = (): Promise<void> => pause(50)

/** Until a moment that a seed has chosen, for a fault that can come at any moment. */
export const untilRandomMoment = (random: { integer(from: number, to: number): number }, withinMs: number) =>
  pause(random.integer(0, withinMs))

/** As long as a fault lasts that must outlast a time limit of the product. */
export const faultLasting = (ms: number): Promise<void> => pause(ms)

/** Before an act that must work at any moment after another, such as a choice while something is being installed. */
export const afterMilliseconds = (ms: number): Promise<void> => pause(ms)
