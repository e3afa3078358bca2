// Which font can show a text. Every PDF program has Helvetica for Western European texts; only a text beyond it brings a font
// into the file, and of that only the script it needs (Noto Sans, cut by scripts).

/** A part of Noto Sans by the script it holds. */
export type Script = 'latin' | 'latin-ext' | 'vietnamese' | 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext'

/** A piece of text in one font; `image` where no font of ours has it and the machine's own must draw it. */
export interface Run {
  readonly font: 'helvetica' | Script | 'image'
  readonly text: string
}

/** First and last code points of each part, in the order in which they are asked; as the font's own files are cut. */
const ranges: readonly (readonly [Script, readonly (readonly [number, number])[]])[] = [
  [
    'latin',
    [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2bb, 0x2bc],
      [0x2c6, 0x2c6],
      [0x2da, 0x2da],
      [0x2dc, 0x2dc],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2191, 0x2191],
      [0x2193, 0x2193],
      [0x2212, 0x2212],
      [0x2215, 0x2215],
      [0xfffd, 0xfffd],
    ],
  ],
  [
    'vietnamese',
    [
      [0x102, 0x103],
      [0x110, 0x111],
      [0x128, 0x129],
      [0x168, 0x169],
      [0x1a0, 0x1a1],
      [0x1af, 0x1b0],
      [0x300, 0x301],
      [0x303, 0x304],
      [0x308, 0x309],
      [0x323, 0x323],
      [0x1ea0, 0x1ef9],
      [0x20ab, 0x20ab],
    ],
  ],
  [
    'latin-ext',
    [
      [0x100, 0x2ba],
      [0x2bd, 0x2c5],
      [0x2c7, 0x2cc],
      [0x1d00, 0x1dbf],
      [0x1e00, 0x1e9f],
      [0x1ef2, 0x1eff],
      [0x20a0, 0x20ab],
      [0x20ad, 0x20c0],
      [0x2c60, 0x2c7f],
      [0xa720, 0xa7ff],
    ],
  ],
  [
    'cyrillic',
    [
      [0x301, 0x301],
      [0x400, 0x45f],
      [0x490, 0x491],
      [0x4b0, 0x4b1],
      [0x2116, 0x2116],
    ],
  ],
  [
    'cyrillic-ext',
    [
      [0x460, 0x52f],
      [0x1c80, 0x1c8a],
      [0x2de0, 0x2dff],
      [0xa640, 0xa69f],
    ],
  ],
  ['greek', [[0x370, 0x3ff]]],
  ['greek-ext', [[0x1f00, 0x1fff]]],
]

/** The text in pieces, each of one font; the whole of it in Helvetica where that suffices. */
export function textToRuns(text: string): Run[] {
  if (isWestern(text)) return [{ font: 'helvetica', text }]
  const fonts = Array.from(text, (letter) => fontOf(letter.codePointAt(0) ?? 0))
  // One letter that must be drawn has the whole text drawn: such scripts join and reorder their letters.
  if (fonts.includes('image')) return [{ font: 'image', text }]
  const runs: { font: Run['font']; text: string }[] = []
  Array.from(text).forEach((letter, index) => {
    const font = fonts[index] ?? 'image'
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  })
  return runs
}

/** What the built-in fonts can write: Windows-1252. */
const isWestern = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(text)

const fontOf = (code: number): Run['font'] =>
  ranges.find(([, spans]) => spans.some(([first, last]) => code >= first && code <= last))?.[0] ?? 'image'
