// JSON with comments, as the files of commands are written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommentedJson } from '#server/programme/init/commented-json.ts'

const valueOf = (text: string) => readCommentedJson(text).value

describe('commented JSON', () => {
  it('is read as JSON reads it, whatever the value and its spacing', () => {
    fc.assert(
      fc.property(
        fc.json({ noUnicodeString: false, maxDepth: 6 }),
        fc.constantFrom(undefined, 2, '\t'),
        (text, spacing) => {
          // Whole and decimal numbers alone: nobody writes 1e21 in a description.
          fc.pre(!/\d[eE][+-]?\d/.test(text))
          const value = JSON.parse(text) as unknown
          expect(valueOf(JSON.stringify(value, undefined, spacing))).toEqual(value)
        },
      ),
    )
  })

  it('may hold comments everywhere, a comma at the end, a mark at the beginning and any line ends', () => {
    const text =
      '\ufeff// one\r\n{ /* two\n three */ "a": [1, /* four */ 2, // five\n], // "b": 3\n"c": "// no comment /* nor here */",}\n// end'
    expect(valueOf(text)).toEqual({ a: [1, 2], c: '// no comment /* nor here */' })
  })

  it('knows the line of each value, or of what is around it', () => {
    const { lineOf } = readCommentedJson('// heading\n{\n  "a": [\n    1,\n    { "b": true }\n  ]\n}')
    expect(lineOf([])).toBe(2)
    expect(lineOf(['a'])).toBe(3)
    expect(lineOf(['a', 0])).toBe(4)
    expect(lineOf(['a', 1, 'b'])).toBe(5)
    expect(lineOf(['a', 1, 'missing'])).toBe(5)
  })

  it.each([
    ['', 'Line 1: a value was expected, and there is the end of the file.'],
    ['{\n  "a": 1\n  "b": 2\n}', `Line 3: a comma or } was expected, and there is '"'.`],
    ['{\n  "a": 1,\n  "a": 2\n}', "Line 3: 'a' is there twice."],
    ['{ "a": Makers }', 'Line 1: Makers is no value: texts stand in double quotes.'],
    ['{ "a": 01 }', 'Line 1: 01 is no value: texts stand in double quotes.'],
    ["{ 'a': 1 }", `Line 1: a name in double quotes was expected, and there is '''.`],
    ['{ "a" 1 }', `Line 1: a colon was expected after 'a', and there is '1'.`],
    ['{ "a": "open\n}', 'Line 1: a text that begins here does not end on its line.'],
    ['{ "a": "\\x" }', 'Line 1: the text "\\x" holds a character or an escape that JSON does not know.'],
    ['[1, 2', 'Line 1: a comma or ] was expected, and there is the end of the file.'],
    ['{}\n\n{}', `Line 3: the description has ended, and there is still '{'.`],
    ['{} /* \n open', 'Line 1: a comment that begins here does not end.'],
    ['['.repeat(40), 'Line 1: this is nested too deep.'],
    ['{ "a": 💳 }', "Line 1: a value was expected, and there is '💳'."],
  ])('%j is refused with its line', (text, sentence) => {
    expect(() => readCommentedJson(text)).toThrow(sentence)
  })
})
