// Chooses the font for a text. Western European texts use Helvetica, which every PDF program has. For other texts, one
// of the portal's fonts is embedded, with only the letters that the texts need.
import { canJoin } from './right-to-left.ts'

/** The fonts of the portal, by script. */
export type EmbeddedFont = 'noto' | 'arabic' | 'chinese'

/**
 * 'image' means that a letter is in none of the portal's fonts. The system's fonts then draw the whole text as a
 * picture, because the letters of such scripts are often joined.
 */
export type Face = 'helvetica' | EmbeddedFont | 'image'

/** The font to try. The caller must check whether it has all letters, because the Chinese font has only common letters. */
export function faceByScript(text: string): Face {
  if (WESTERN.test(text)) return 'helvetica'
  if (IN_NOTO.test(text)) return 'noto'
  if (CHINESE.test(text)) return 'chinese'
  if (ARABIC.test(text) && canJoin(text)) return 'arabic'
  return 'image'
}

/** The characters of the built-in fonts: Windows-1252. */
const WESTERN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

/**
 * The characters of `noto-sans.ttf`: Latin, Vietnamese, Cyrillic, Greek. The file is Noto Sans Regular, reduced to
 * these characters by `pyftsubset --layout-features='' --no-hinting`. A test compares this expression with the file.
 */
const IN_NOTO =
  /^[\u0020-\u007e\u00a0-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1d00-\u1dbf\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2000-\u2064\u20a0-\u20c0№™−\u2c60-\u2c7f\ua640-\ua69f]*$/u

/**
 * `noto-sans-sc.ttf` is Noto Sans SC Regular, reduced in the same way. It has Latin letters and the characters of GB
 * 2312 except box drawings. Nearly every text with simplified characters needs no others.
 */
const CHINESE = /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/

/** `noto-sans-arabic.ttf` is Noto Sans Arabic Regular, reduced to Arabic, Persian, Urdu and Latin letters. */
const ARABIC = /[\u0600-\u06ff]/
