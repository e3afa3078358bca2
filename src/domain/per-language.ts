// Values that contain texts, in a program whose language differs from call to call.
import { getLocale } from '#words/runtime.js'

/** Makes a value once for each language in which it is asked for. */
export function perLanguage<Value>(make: () => Value): () => Value {
  const made = new Map<string, Value>()
  return () => {
    const language = getLocale()
    const value = made.get(language) ?? make()
    made.set(language, value)
    return value
  }
}

/** The base with more properties. A spread would read its getters now, in one language. */
export const extend = <Base extends object, More extends object>(
  base: Base,
  more: More,
): Omit<Base, keyof More> & More =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) },
  ) as Omit<Base, keyof More> & More
