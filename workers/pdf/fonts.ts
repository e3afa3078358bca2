// Chooses the font for a text. Western European texts use Helvetica, which every PDF program has. Other texts embed
// Noto Sans, with only the letters that they need.

/**
 * `image` if none of our fonts has a letter. The system's fonts must then draw the whole text as a picture, since such
 * scripts join their letters.
 */
export type Face = 'helvetica' | 'noto' | 'image'

export const faceOf = (text: string): Face => (WESTERN.test(text) ? 'helvetica' : IN_NOTO.test(text) ? 'noto' : 'image')

/** The characters of the built-in fonts: Windows-1252. */
const WESTERN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

/**
 * Characters of `noto-sans.ttf`: Latin, Vietnamese, Cyrillic, Greek. The file is Noto Sans Regular reduced to these by
 * `pyftsubset --layout-features='' --no-hinting`; a test compares the two.
 */
const IN_NOTO =
  /^[\u0020-\u007e\u00a0-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1d00-\u1dbf\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2000-\u2064\u20a0-\u20c0№™−\u2c60-\u2c7f\ua640-\ua69f]*$/u
