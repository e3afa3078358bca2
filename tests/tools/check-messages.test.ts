// The check of message files: rejects texts that are written twice, wrong conditions, and quotation marks in code.
import { expect, it } from 'vitest'
import { checkKeys, checkQuotes, checkTexts } from '#tools/check-messages.mjs'

it('checkKeys rejects two keys with the same text', () => {
  expect(checkKeys({ cards: { cards_stopCard: 'Stop card', cards_stop: 'Stop card' } })).toEqual([
    "en/cards.json: 'cards_stop' has the same text as 'cards_stopCard'.",
  ])
})

it('checkKeys allows several keys for one word, which other languages can translate differently', () => {
  expect(checkKeys({ cards: { cards_stopped: 'stopped', cards_stoppedAct: 'stopped' } })).toEqual([])
})

it('checkKeys rejects two keys whose whole text is the same placeholder, because a placeholder is not a single word', () => {
  expect(checkKeys({ cards: { cards_name: '{name}', cards_title: '{name}' } })).toHaveLength(1)
})

it('checkTexts rejects a condition with a comma in its value, which would end the condition', () => {
  const message = (match: Record<string, string>) => ({
    rows: { rows_fields: [{ declarations: ['input delimiter'], selectors: ['delimiter'], match }] },
  })
  const comma = message({ 'delimiter=,': 'by commas', 'delimiter=*': 'by tabs' })
  expect(checkTexts('en', comma, comma)).toEqual([
    "en/rows.json: 'rows_fields' has 'delimiter=,', which is not a value of delimiter.",
  ])
  const named = message({ 'delimiter=comma': 'by commas', 'delimiter=*': 'by tabs' })
  expect(checkTexts('en', named, named)).toEqual([])
})

it('checkTexts rejects an English text that prints a code value, if a translation selects its words by that value', () => {
  const german = {
    mail: {
      mail_was: [
        {
          declarations: ['input decision'],
          selectors: ['decision'],
          match: { 'decision=approved': 'freigegeben', 'decision=*': 'abgelehnt' },
        },
      ],
    },
  } as const
  expect(checkTexts('de', german, { mail: { mail_was: 'It was {decision}' } })).toEqual([
    "de/mail.json: 'mail_was' selects its words by 'decision'. The English text must do so too; otherwise it prints the raw value.",
  ])
  expect(checkTexts('de', german, german)).toEqual([])
})

it('checkQuotes rejects quotation marks around a value in code, since each language has its own', () => {
  expect(checkQuotes(['const words = `“${name}”`'])).toEqual([
    'Use m.common_quoted instead of marks: const words = `“${name}”`',
  ])
  expect(checkQuotes(['const words = m.common_quoted({ name })'])).toEqual([])
})
