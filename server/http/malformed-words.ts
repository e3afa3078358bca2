// What zod writes about parameters that violate the contract, in the language of the call.
import { ar, de, en, ms, zhCN } from 'zod/locales'
import type { Language } from '#domain/languages.ts'
import { getLocale } from '#words/runtime.js'

const words: Readonly<Record<Language, ReturnType<typeof en>['localeError']>> = {
  en: en().localeError,
  'zh-Hans': zhCN().localeError,
  ms: ms().localeError,
  de: de().localeError,
  ar: ar().localeError,
}

/** For `safeParse`. A message of the contract itself comes before it. */
export const malformedWords = () => words[getLocale() as Language] ?? words.en
