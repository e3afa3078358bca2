// Describes the device of a login so that its user recognises it: 'Chrome on Windows'. The description has no version,
// no model and nothing else that distinguishes one device from others of its type.
import { m } from '#words/messages.js'

type NamedPattern = readonly [pattern: RegExp, name: string]

/** The first match wins, since most user agents also contain the names of older browsers. */
const browsers: readonly NamedPattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly NamedPattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Only this many characters of a user agent are read. */
const MAX_LENGTH = 1000

/** The stored form of a device: 'Chrome/Windows', 'Safari', 'Linux', or '' if neither browser nor system is known. */
export function userAgentToDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH)
  const findName = (patterns: readonly NamedPattern[]) => patterns.find(([pattern]) => pattern.test(text))?.[1]
  return [findName(browsers), findName(systems)].filter((name) => name !== undefined).join('/')
}

/** 'Chrome on Windows' in the reader's language, for a stored device. */
export function deviceToWords(device: string): string {
  const [browser, system] = device.split('/')
  const hasBoth = browser !== undefined && system !== undefined
  return hasBoth ? m.access_browserOnSystem({ browser, system }) : device
}
