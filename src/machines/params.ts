// Helpers for guards and actions of several machines: read the event, and test the result of an effect.

interface Done<Output> {
  readonly event: { readonly output: Output }
}

/** The whole event. */
export const wholeEvent = <Event>({ event }: { readonly event: Event }): Event => event

/** One field of the event. */
export const field =
  <Key extends string>(key: Key) =>
  <Value>({ event }: { readonly event: { readonly [name in Key]: Value } }): Value =>
    event[key]

/** The result of an effect. */
export const output = <Output>({ event }: Done<Output>): Output => event.output

/** The guard `is`: true if the result of an effect has this kind. */
export const outcomeIs = (kind: string) => ({
  type: 'is' as const,
  params: ({ event }: Done<{ readonly kind: string }>) => ({ outcome: event.output, kind }),
})

/** The implementation of the guard `is`, for `setup`. */
export const isKind = (
  _: unknown,
  { outcome, kind }: { readonly outcome: { readonly kind: string }; readonly kind: string },
): boolean => outcome.kind === kind
