// What the browser knows about the connection, in browsers that tell.
interface NetworkInformation {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** True if the connection is known to be slow or metered; unknown before its first use. */
export function isPoorLine(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { readonly connection?: NetworkInformation }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}
