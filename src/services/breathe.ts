// Between two pieces of work: the browser answers the operator first, which on a slow machine is the difference between busy and
// frozen.
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
