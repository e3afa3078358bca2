// The actors of a machine until the portal, or a test, provides its own.

/**
 * The implementation of an actor that has to be provided. Its machine handles the failure like that of a call, so the
 * error is also thrown outside the machine, where a page or a test sees that the machine was started without its actors.
 */
export const notProvided = (machine: string, actor: string) => (): Promise<never> => {
  const error = new Error(`${machine} was started without its actor ${actor}: provide it with machine.provide`)
  setTimeout(() => {
    throw error
  })
  return Promise.reject(error)
}
