// Texts in the database: composed once, and read in the language of each reader.
import { m } from '#words/messages.js'
import { listAnd, numberToText } from '#words/figures.ts'
import { commas } from '#words/lists.ts'
import { describe, expect, it } from 'vitest'
import { findingsToResultText } from '#domain/batch/results.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addFinding, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from '#domain/batch/card-rows.ts'
import { dateToShortText } from '#domain/calendar.ts'
import { inLanguage } from '#server/language.ts'
import { type Phrase, storedToText, toStoredText } from '#server/stored-text.ts'

const languages = ['en', 'de', 'zh-Hans', 'ms', 'ar']

describe('a stored text', () => {
  const phrases: Readonly<Record<string, Phrase>> = {
    'a message': () => m.batches_thereIsNoSuchBatch(),
    'a message with a value': () => m.orders_cardOrder({ orderId: 1234 }),
    'messages as values of another': () =>
      findingsToResultText(addFinding(NO_FINDINGS, cardFinding('cardStopped')), 'load', []),
    'a message with plural forms': () => m.common_countedRows({ count: 5000 }),
    'two messages in one sentence': () => `${m.common_fullStop({ text: m.common_yes() })} ${m.common_no()}`,
    'a date': () => m.common_fullStop({ text: dateToShortText('2026-03-04' as CalendarDate) }),
    'figures and lists': () =>
      [listAnd([m.common_yes(), m.common_no()]), commas(['a', 'b', 'c']), numberToText(5000)].join('; '),
  }

  it.each(Object.entries(phrases))('of %s is in the language of its reader', (_, phrase) => {
    const stored = inLanguage('de', () => toStoredText(phrase))
    for (const language of languages)
      expect(inLanguage(language, () => storedToText(stored))).toBe(inLanguage(language, phrase))
  })

  it('begins with its English text, whatever the language of the call', () => {
    const stored = inLanguage('ar', () => toStoredText(() => m.orders_cardOrder({ orderId: 12 })))
    expect(stored.split('\u0005')[0]).toBe('Card order 12')
  })

  it('can be part of another one', () => {
    const inner = toStoredText(() => m.orders_cardOrder({ orderId: 12 }))
    const outer = toStoredText(() => m.cards_reversalOf({ description: storedToText(inner) }))
    expect(inLanguage('de', () => storedToText(outer))).toBe(
      inLanguage('de', () => m.cards_reversalOf({ description: m.orders_cardOrder({ orderId: 12 }) })),
    )
  })

  it('stays as typed if a user typed it', () => {
    const typed = 'Salary {March} <b>=1+1'
    expect(toStoredText(() => typed)).toBe(typed)
    expect(inLanguage('de', () => storedToText(typed))).toBe(typed)
    const stored = toStoredText(() => m.cards_reversalOf({ description: typed }))
    expect(inLanguage('de', () => storedToText(stored))).toContain(typed)
  })

  it('is English if its message no longer exists, or if the text was cut', () => {
    const stored = toStoredText(() => m.orders_cardOrder({ orderId: 12 }))
    const read = (text: string) => inLanguage('de', () => storedToText(text))
    expect(read(stored)).not.toBe('Card order 12')
    expect(read(stored.replace('orders_cardOrder', 'orders_gone'))).toBe('Card order 12')
    expect(read(stored.slice(0, -1))).toBe('Card order 12')
    expect(read(stored.slice(0, -4))).toBe('Card order 12')
  })

  it('is stored only in English if it cannot be composed again', () => {
    expect(toStoredText(() => m.common_yes().toUpperCase())).toBe('YES')
  })
})
