// The table of terms for translators has the texts of the portal.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LANGUAGES = ['en', 'de', 'zh-Hans', 'ms', 'ar']

const textOf = (language: string, key: string): unknown => {
  const area = key.split('_')[0] ?? ''
  return (JSON.parse(readFileSync(`src/words/${language}/${area}.json`, 'utf8')) as Record<string, unknown>)[key]
}

const rows = readFileSync('docs/translating.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, key = '', ...cells]) => {
    const name = /^`(\w+)`$/.exec(key)?.[1]
    return name === undefined ? [] : [[name, cells.slice(0, LANGUAGES.length)] as const]
  })

test('the table has rows', () => {
  expect(rows.length).toBeGreaterThan(20)
})

test.each(rows)('%s is translated as the table says', (key, terms) => {
  expect(terms).toEqual(LANGUAGES.map((language) => textOf(language, key)))
})
