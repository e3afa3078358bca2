// Creates values with texts separately for each language, since the language can differ from call to call.
import { getLocale } from '#words/runtime.js'
import { withTexts } from '#words/with-texts.ts'

/** Returns a function that creates a value once for each language, at its first call in the language. */
export function perLanguage<Value>(create: () => Value): () => Value {
  const values = new Map<string, Value>()
  return () => {
    const language = getLocale()
    const value = values.get(language) ?? create()
    values.set(language, value)
    return value
  }
}

/**
 * A copy of a table row with more properties. The texts of both (`textOf`) are read in the language of each reader. With
 * `{ ...base, ...more }`, they would stay in the language of the moment of the copy.
 */
export function extend<Base extends object, More extends object>(base: Base, more: More) {
  const properties = {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(withTexts(more)),
  }
  // `Object.defineProperties` has no type for what it returns.
  return Object.defineProperties({}, properties) as Omit<Base, keyof More> & More
}
