// Recognises a response of the server, which is JSON with a resultCode. The page of a proxy and an incomplete body are
// not responses.

export type ApiResponse = { resultCode: string; resultText?: string | object } & Record<string, unknown>

/** The parsed body as a response. Undefined if it is not a response. */
export function toApiResponse(body: unknown): ApiResponse | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { resultCode, resultText, ...rest } = body as Record<string, unknown>
  if (typeof resultCode !== 'string' || resultCode === '') return undefined
  // Two operations return an object as resultText (resultText.userActivationData).
  const hasResultText = typeof resultText === 'string' || (typeof resultText === 'object' && resultText !== null)
  return hasResultText ? { ...rest, resultCode, resultText } : { ...rest, resultCode }
}
