// Names as printed on a card: at most 26 capital Latin letters, or nothing if a name cannot be written in them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_EMBOSSED, nameToEmboss, embossedNameRefusal } from '#domain/order/emboss.ts'

describe('the name on a card', () => {
  it.each([
    ['Ann', 'Lee', 'ANN LEE'],
    ['José María', 'Muñoz', 'JOSE MARIA MUNOZ'],
    ['Jürgen', 'Weiß', 'JURGEN WEISS'],
    ['Łukasz', 'Żółć', 'LUKASZ ZOLC'],
    ['Åse', 'Bjørnæs', 'ASE BJORNAES'],
    ['Đặng', 'Thị Nguyễn', 'DANG THI NGUYEN'],
    ['Ayşe', 'Yıldız', 'AYSE YILDIZ'],
    ['Siobhán', 'O’Brien-Smith', "SIOBHAN O'BRIEN-SMITH"],
    ['Jean, Jr.', 'Dupont', 'JEAN JR DUPONT'],
    ['  Mary   Ann ', ' Tan ', 'MARY ANN TAN'],
  ])('%s %s is %s', (name, surname, expected) => {
    expect(nameToEmboss(name, surname)).toBe(expected)
    // The encoding of accents makes no difference.
    expect(nameToEmboss(name.normalize('NFD'), surname.normalize('NFD'))).toBe(expected)
  })

  it.each([
    // Given names are shortened to initials, the last one first; then the surname is truncated.
    ['Christopher Alexander', 'Fernandez', 'CHRISTOPHER A FERNANDEZ'],
    ['Wolfgang Amadeus Theophilus', 'Featherstonehaugh', 'W A T FEATHERSTONEHAUGH'],
    ['Anna', 'Wolfeschlegelsteinhausenbergerdorff', 'A WOLFESCHLEGELSTEINHAUSEN'],
  ])('%s %s is shortened to %s', (name, surname, expected) => {
    expect(nameToEmboss(name, surname)).toBe(expected)
    expect(expected.length).toBeLessThanOrEqual(MAX_EMBOSSED)
  })

  it.each([
    ['陳', '大文'],
    ['Анна', 'Иванова'],
    ['Ann', 'Lee ☺'],
    ['-', "'"],
  ])('%s %s cannot be printed, and is refused with a message', (name, surname) => {
    expect(nameToEmboss(name, surname)).toBeUndefined()
    expect(embossedNameRefusal(name, surname)).toMatch(/Latin letters/)
  })

  it('is never longer than the line, and contains only characters of an embossing machine', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(name, name, (given, family) => {
        const line = nameToEmboss(given, family)
        if (line !== undefined) expect(line).toMatch(/^[A-Z0-9'&-][A-Z0-9 '&-]{0,25}$/)
      }),
    )
  })
})
