// The client's accent colour for mail programs, which know #rrggbb but not OKLCH.

const NEUTRAL_DARK_GREY = '#333333'

/** Converts 'oklch(L C H)' to '#rrggbb', with the matrices of CSS Color 4. Any other text gives a neutral dark grey. */
export function oklchToHex(text: string): string {
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)
  if (!parts) return NEUTRAL_DARK_GREY
  const [lightness = 0, chroma = 0, hue = 0] = parts.slice(1).map(Number)
  // OKLCH → OKLab
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  // OKLab → the responses of the three kinds of cones
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  // Cones → linear red, green and blue
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(toByte).join('')}`
}

/** A linear colour value from 0 to 1 as two hexadecimal digits, encoded as sRGB. */
function toByte(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear))
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
