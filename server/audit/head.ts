// The head of the chain over the audit trail. Administrators and programs store its text outside the portal.

/** The last chained entry. If a later check does not find it, the end of the trail was cut off. */
export interface Head {
  readonly position: number
  readonly hash: string
}

export const headToText = ({ position, hash }: Head): string => `${position}-${hash}`

export function textToHead(text: string): Head | undefined {
  const match = /^([1-9][0-9]{0,14})-([0-9a-f]{64})$/.exec(text)
  if (!match) return undefined
  const [, position, hash = ''] = match
  return { position: Number(position), hash }
}
