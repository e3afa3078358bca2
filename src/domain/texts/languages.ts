// The languages of the texts. A new language needs a folder in src/words, a row here, and its tag in `languages` of the
// clients that offer it.

/** The name of each language in the language itself, by BCP 47 tag. */
export const languageNames = {
  en: 'English',
  'zh-Hans': '简体中文',
  ms: 'Bahasa Melayu',
  de: 'Deutsch',
  ar: 'العربية',
} as const

export type Language = keyof typeof languageNames

/** The cookie with the language of the portal's pages, for the portal's path only. It is not secret. */
export const LANGUAGE_COOKIE = 'language'

/** 'rtl' for a language that is read from right to left. */
export const writingDirection = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * The offered language that the user prefers, from the header Accept-Language ('de-CH,de;q=0.9,en;q=0.8'). The first
 * offered language if the header names none of them.
 */
export function preferredLanguage<Tag extends string>(
  header: string | undefined,
  offered: readonly [Tag, ...Tag[]],
): Tag {
  const weightedTags = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.split(';').map((text) => text.trim())
      const weightText = params.find((param) => param.startsWith('q='))?.slice('q='.length)
      const weight = weightText === undefined ? 1 : Number(weightText)
      return { tag, weight: Number.isFinite(weight) ? weight : 0 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
  const unmatchedTags: string[] = []
  for (const { tag } of weightedTags) {
    // Browsers send 'zh' after 'zh-TW'. This 'zh' does not request the simplified script.
    const repeatsUnmatched = unmatchedTags.some((unmatched) => unmatched.startsWith(`${tag}-`))
    if (repeatsUnmatched) continue
    const found = offered.find((language) => canRead(tag, language))
    if (found !== undefined) return found
    unmatchedTags.push(tag)
  }
  return offered[0]
}

/** True if a reader of `wanted` reads `offered`: 'de-CH' reads 'de', 'zh-SG' reads 'zh-Hans', but 'zh-TW' does not. */
function canRead(wanted: string, offered: string): boolean {
  try {
    const wantedLocale = new Intl.Locale(wanted).maximize()
    const offeredLocale = new Intl.Locale(offered).maximize()
    return wantedLocale.language === offeredLocale.language && wantedLocale.script === offeredLocale.script
  } catch {
    // The text, such as '*', is not a language tag.
    return false
  }
}
