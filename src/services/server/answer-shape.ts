// What counts as an answer of the host: JSON with a resultCode. Anything else, from a proxy's page to half a body, is none.

export type WireAnswer = { resultCode: string; resultText?: string | object } & Record<string, unknown>

/** The parsed body as an answer, or undefined where it is none. */
export function wireAnswerOf(body: unknown): WireAnswer | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { resultCode, resultText, ...rest } = body as Record<string, unknown>
  if (typeof resultCode !== 'string' || resultCode === '') return undefined
  // Two operations answer with an object there (access §7: resultText.userActivationData).
  const isSomething = typeof resultText === 'string' || (typeof resultText === 'object' && resultText !== null)
  return isSomething ? { ...rest, resultCode, resultText } : { ...rest, resultCode }
}
