// The actors of a machine until the portal, or a test, provides its own.

/**
 * Returns the implementation of an actor until the portal provides one. The machine handles the failure of this actor
 * like the failure of a call. The error is therefore also thrown outside the machine. A page or a test then shows that
 * the machine was started without its actors.
 */
export const notProvided = (machine: string, actor: string) => (): Promise<never> => {
  const error = new Error(`${machine} was started without its actor ${actor}: provide it with machine.provide`)
  setTimeout(() => {
    throw error
  })
  return Promise.reject(error)
}
