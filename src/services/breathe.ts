// Yields to the browser between two pieces of work, so that a slow machine stays responsive.
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
