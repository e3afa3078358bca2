// The check of message files: which texts can be written twice.
import { expect, it } from 'vitest'
import { checkKeys } from '#tools/check-messages.mjs'

it('refuses two keys with the same text', () => {
  expect(checkKeys({ cards: { cards_stopCard: 'Stop card', cards_stop: 'Stop card' } })).toEqual([
    "en/cards.json: 'cards_stop' has the same text as 'cards_stopCard'.",
  ])
})

it('allows several keys for one word, which other languages can translate differently', () => {
  expect(checkKeys({ cards: { cards_stopped: 'stopped', cards_stoppedAct: 'stopped' } })).toEqual([])
})

it('counts an input as more than a word', () => {
  expect(checkKeys({ cards: { cards_name: '{name}', cards_title: '{name}' } })).toHaveLength(1)
})
