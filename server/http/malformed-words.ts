// The messages of zod about parameters that violate the contract, in the language of the call.
import { ar, de, en, ms, zhCN } from 'zod/locales'
import type { Language } from '#domain/texts/languages.ts'
import { getLocale } from '#words/runtime.js'

/** For each language, zod's function for the message of an issue. All of zod's languages have the type of `en`. */
const words: Readonly<Record<Language, ReturnType<typeof en>['localeError']>> = {
  en: en().localeError,
  'zh-Hans': zhCN().localeError,
  ms: ms().localeError,
  de: de().localeError,
  ar: ar().localeError,
}

/** The `error` option for `safeParse`. Messages of the contract itself take precedence. */
export const malformedWords = () => words[getLocale() as Language] ?? words.en
