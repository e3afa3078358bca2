// Helpers for the `params` of guards and actions of several machines: they read the event or the result of an effect.

interface Done<Output> {
  readonly event: { readonly output: Output }
}

/** The whole event. */
export const wholeEvent = <Event>({ event }: { readonly event: Event }): Event => event

/** Returns a function that reads one field of the event: `params: field('code')`. */
export const field =
  <Key extends string>(key: Key) =>
  <Value>({ event }: { readonly event: { readonly [name in Key]: Value } }): Value =>
    event[key]

/** The result of an effect. */
export const output = <Output>({ event }: Done<Output>): Output => event.output

/**
 * A guard of a transition after an effect: true if the result has this kind. On the charts: '[is stored]' for
 * `is('stored')`.
 */
export const is = (kind: string) => ({
  type: 'is' as const,
  params: ({ event }: Done<{ readonly kind: string }>) => ({ outcome: event.output, kind }),
})

/** What `is` does, for `setup`: `guards: { is: isGuard }`. */
export const isGuard = (
  _: unknown,
  { outcome, kind }: { readonly outcome: { readonly kind: string }; readonly kind: string },
): boolean => outcome.kind === kind
