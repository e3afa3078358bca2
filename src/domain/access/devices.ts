// Which device somebody has signed in from, as coarse as people tell their own apart: 'Chrome on Windows'. No version, no model,
// nothing by which one device is told from another of its kind.
import * as say from '#words/domain/access/devices.ts'

/** The first that fits: most browsers name those that they descend from as well. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** More of it is nobody's browser. */
const MAX_LENGTH = 1000

/** 'Chrome on Windows', 'Safari', 'Linux', or '' where neither browser nor system is known. */
export function userAgentToDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH)
  const nameIn = (list: typeof browsers) => list.find(([sign]) => sign.test(text))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser !== undefined && system !== undefined
    ? say.browserOnSystem(browser, system)
    : (browser ?? system ?? '')
}
