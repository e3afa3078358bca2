// What counts as an answer of the server: JSON with a resultCode. Anything else, such as a proxy's page or half a body,
// does not.

export type ApiResponse = { resultCode: string; resultText?: string | object } & Record<string, unknown>

/** The parsed body as an answer, or undefined. */
export function toApiResponse(body: unknown): ApiResponse | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { resultCode, resultText, ...rest } = body as Record<string, unknown>
  if (typeof resultCode !== 'string' || resultCode === '') return undefined
  // Two operations return an object there (resultText.userActivationData).
  const isSomething = typeof resultText === 'string' || (typeof resultText === 'object' && resultText !== null)
  return isSomething ? { ...rest, resultCode, resultText } : { ...rest, resultCode }
}
