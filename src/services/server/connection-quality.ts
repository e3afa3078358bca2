// What the browser knows of the line, where it tells.
interface NetworkInformation {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** True where the line is known to be slow or dear; nobody knows of a line that has not been used yet. */
export function isPoorLine(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { readonly connection?: NetworkInformation }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}
