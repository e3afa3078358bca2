// Creates values with texts separately for each language, since the language can differ from call to call.
import { getLocale } from '#words/runtime.js'
import { withTexts } from '#words/with-texts.ts'

/** Returns a function that creates the value once per language, when it is first called in that language. */
export function perLanguage<Value>(create: () => Value): () => Value {
  const values = new Map<string, Value>()
  return () => {
    const language = getLocale()
    const value = values.get(language) ?? create()
    values.set(language, value)
    return value
  }
}

/** The base with more properties, which can be texts (`textOf`). A spread would copy the texts of the current language. */
export const extend = <Base extends object, More extends object>(
  base: Base,
  more: More,
): Omit<Base, keyof More> & More =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(withTexts(more)) },
  ) as Omit<Base, keyof More> & More
