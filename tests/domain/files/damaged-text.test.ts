// Damaged texts: what is found, what is restored, and which usual texts stay as they are.
import { describe, expect, test } from 'vitest'
import {
  hasDecimalTail,
  hasDoubtfulLetters,
  isGarbled,
  isPlaceholder,
  restoreText,
} from '#domain/files/damaged-text.ts'
import { cutText } from '#domain/texts/clean-text.ts'
import { toDiallableNumber } from '#domain/texts/phones.ts'

describe('a text in the wrong encoding or in escape sequences', () => {
  test.each([
    ['JosÃ©', 'José'],
    ['MÃ¼ller', 'Müller'],
    ['Ã©Ã©Ã©', 'ééé'],
    ['FranÃ§ois', 'François'],
    ['JosÃƒÂ©', 'José'],
    ['Oâ€™Brien', 'O’Brien'],
    ['Å\u0081ukasz', 'Łukasz'],
    ['ÐœÐ¸Ñ€', 'Мир'],
    ['Ù…Ø­Ù…Ø¯', 'محمد'],
    ['æ\u009dŽå¨œ', '李娜'],
    ['ðŸ˜€', '😀'],
    ['O&#39;Brien', "O'Brien"],
    ['Tan &amp; Co', 'Tan & Co'],
    ['Tan &amp;amp; Co', 'Tan & Co'],
    ['Ren&eacute;e', 'Renée'],
    ['Ren&#xE9;e', 'Renée'],
    ['&Eacute;cole', 'École'],
    ['Jos\\u00e9', 'José'],
  ])('%s is %s', (text, plain) => {
    expect(isGarbled(text)).toBe(true)
    expect(restoreText(text)).toBe(plain)
  })

  test.each(['Ren\ufffde', '???', '?? ??'])('%s has lost letters', (text) => {
    expect(isGarbled(text)).toBe(true)
    expect(restoreText(text)).toBe(text)
  })

  test.each([
    'José',
    'Müller',
    '«MÜLLER»',
    'SÃO PAULO',
    'Ångström',
    'Nº 5',
    'Tan & Co',
    'AT&T; Ltd',
    'Johnson &Sons; Ltd',
    'Ready?',
    'Łukasz',
    'محمد علي',
    '李娜',
    '😀 Café',
    'C:\\users',
    '10 °C',
    'Ø 5',
    'Îles',
    'Đặng Thị Ánh',
  ])('%s is not damaged', (text) => expect(isGarbled(text)).toBe(false))

  test('a question mark in a word is doubtful', () => {
    expect(['M?ller', 'Jos?', '?va'].every(hasDoubtfulLetters)).toBe(true)
    expect(['Are you there ?', 'Müller', '?'].some(hasDoubtfulLetters)).toBe(false)
  })
})

test('words for an empty value', () => {
  const words = 'NULL,null,nan,NaN,undefined,<NA>,None,N/A,n.a.,NA,nil,(blank),-,--,\\N,NO_PHONE,TBA,无,لا يوجد'.split(
    ',',
  )
  expect(words.filter((word) => !isPlaceholder(word))).toEqual([])
  expect(['Nana', 'Nanette', 'Nil Tan', 'Nullbody', 'A', '0', 'Ka', 'Noor'].filter(isPlaceholder)).toEqual([])
})

test('a whole number with decimals of zero', () => {
  expect(['6591234567.0', '1001.0', '018956.00', '+6591234567.0'].every(hasDecimalTail)).toBe(true)
  expect(['1.0', '12.0', '1001', '1001.5', 'v100.0', '65.9123.4567'].some(hasDecimalTail)).toBe(false)
})

test.each([
  ['6591234567.0', undefined],
  ['91234567/123', undefined],
  ['91234567 / 98765432', undefined],
  ['65.9123.4567', '6591234567'],
  ['030/1234567', '0301234567'],
  ['+65 9123-4567', '+6591234567'],
])('the telephone number %s is dialled as %s', (text, number) => expect(toDiallableNumber(text)).toBe(number))

test.each([
  ['A'.repeat(39) + '😀 Tan', 'A'.repeat(39)],
  ['A'.repeat(39) + 'e\u0301 Tan', 'A'.repeat(39)],
  ['A'.repeat(38) + '👨‍👩‍👧', 'A'.repeat(38)],
  ['A'.repeat(38) + '👍🏽', 'A'.repeat(38)],
  ['A'.repeat(38) + '😀 Tan', 'A'.repeat(38) + '😀'],
  ['A'.repeat(41), 'A'.repeat(40)],
])('%s is cut between characters', (text, cut) => expect(cutText(text, 40)).toBe(cut))
