// The actors of a machine until the portal, or a test, provides its own.

/**
 * Returns the implementation of an actor until the portal provides one. Its failure alone would look like that of a call,
 * since the machine handles both in the same way. The error is therefore also thrown outside the machine, so that a page
 * or a test shows that the machine was started without its actors.
 */
export const notProvided = (machine: string, actor: string) => (): Promise<never> => {
  const error = new Error(`${machine} was started without its actor ${actor}: provide it with machine.provide`)
  setTimeout(() => {
    throw error
  })
  return Promise.reject(error)
}
