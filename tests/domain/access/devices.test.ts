// The device of a session, described in words.
import { expect, it } from 'vitest'
import { deviceToWords, userAgentToDevice } from '#domain/access/devices.ts'

const chromeEngine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const safariEngine = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromeEngine} Chrome/141.0.0.0 Safari/537.36`, 'Chrome/Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromeEngine} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Edge/Windows',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safariEngine} Version/26.0 Safari/605.1.15`, 'Safari/macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safariEngine} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari/iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${safariEngine} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome/iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${chromeEngine} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet/Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox/Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chromeEngine} Chrome/141.0.0.0 Safari/537.36`, 'Chrome/ChromeOS'],
  [`Mozilla/5.0 (Windows NT 10.0) ${chromeEngine} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera/Windows'],
  ['Mozilla/5.0 (Linux)', 'Linux'],
  ['curl/8.5.0', ''],
  ['', ''],
  [undefined, ''],
])('%s is described as “%s”', (userAgent, device) => {
  expect(userAgentToDevice(userAgent)).toBe(device)
})

it.each([
  ['Chrome/Windows', 'Chrome on Windows'],
  ['Safari', 'Safari'],
  ['', ''],
])('%s is “%s” in words', (device, words) => {
  expect(deviceToWords(device)).toBe(words)
})
