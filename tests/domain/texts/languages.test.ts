// Tests which language of a portal a browser prefers (Accept-Language).
import { expect, it } from 'vitest'
import { preferredLanguage } from '#domain/texts/languages.ts'

const offered = ['en', 'zh-Hans', 'ms', 'de', 'ar'] as const

it.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE-at', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, ar-EG;q=0.9', 'ar'],
  ['fr,nl;q=0.9,ms-MY;q=0.2', 'ms'],
  ['fr, de;q=0.4, ar;q=0.6', 'ar'],
  // With equal weights, the first language wins.
  ['ms,de', 'ms'],
  ['zh', 'zh-Hans'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
])('%s prefers %s', (header, language) => {
  expect(preferredLanguage(header, offered)).toBe(language)
})

it.each([
  ['zh-TW,en;q=0.5'],
  ['zh-HK'],
  ['zh-Hant'],
  // Browsers add 'zh' to 'zh-TW', although the reader asks for the traditional script.
  ['zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7'],
  ['id'],
  ['id-ID,id;q=0.9'],
  ['fr'],
  ['*'],
  ['de;q=0'],
  ['de;q=x'],
  [''],
  [';,=;q'],
  ['../../etc;;q=,'],
  [undefined],
])('%s falls back to the first language', (header) => {
  expect(preferredLanguage(header, offered)).toBe('en')
})

it('selects Simplified Chinese if a reader of Traditional Chinese asks for both', () => {
  expect(preferredLanguage('zh-TW,zh-CN;q=0.9,en;q=0.8', offered)).toBe('zh-Hans')
})

it('always selects the language of a portal with one language', () => {
  expect(preferredLanguage('de', ['en'])).toBe('en')
})
