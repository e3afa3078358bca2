// JSON with comments, the format of the commands' files.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommentedJson } from '#server/programme/init/commented-json.ts'

const valueOf = (text: string) => readCommentedJson(text).value

describe('commented JSON', () => {
  it('is parsed like plain JSON, with any value and spacing', () => {
    fc.assert(
      fc.property(
        fc.json({ noUnicodeString: false, maxDepth: 6 }),
        fc.constantFrom(undefined, 2, '\t'),
        (text, spacing) => {
          const value = JSON.parse(text) as unknown
          expect(valueOf(JSON.stringify(value, undefined, spacing))).toEqual(value)
        },
      ),
    )
  })

  it('can contain comments everywhere, a trailing comma, a byte order mark and any line ends', () => {
    const text =
      '\ufeff// one\r\n{ /* two\n three */ "a": [1, /* four */ 2, // five\n], // "b": 3\n"c": "// no comment /* nor here */",}\n// end'
    expect(valueOf(text)).toEqual({ a: [1, 2], c: '// no comment /* nor here */' })
  })

  it('reports the line of each value, or of the enclosing value', () => {
    const { lineOf } = readCommentedJson('// heading\n{\n  "a": [\n    1,\n    { "b": true }\n  ]\n}')
    expect(lineOf([])).toBe(2)
    expect(lineOf(['a'])).toBe(3)
    expect(lineOf(['a', 0])).toBe(4)
    expect(lineOf(['a', 1, 'b'])).toBe(5)
    expect(lineOf(['a', 1, 'missing'])).toBe(5)
  })

  it.each([
    ['', 'Line 1, column 1: a value was expected, and texts need double quotes.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma was expected.'],
    ['{\n  "a": 1,\n  "a": 2\n}', "Line 3, column 3: 'a' occurs twice."],
    ['{ "b": [{ "a": 1, "a": 2 }] }', "Line 1, column 19: 'a' occurs twice."],
    ['{ "a": Makers }', 'Line 1, column 8: this is not JSON: texts and names need double quotes.'],
    ['{ "a": 01 }', 'Line 1, column 9: a comma was expected.'],
    ["{ 'a': 1 }", 'Line 1, column 3: this is not JSON: texts and names need double quotes.'],
    ['{ "a" 1 }', 'Line 1, column 7: a colon was expected.'],
    ['{ "a": "open\n}', 'Line 1, column 8: a text that begins here does not end on its line.'],
    ['{ "a": "\\x" }', 'Line 1, column 8: a text contains an escape that JSON does not have.'],
    ['[1, 2', 'Line 1, column 6: a comma or ] was expected.'],
    ['{}\n\n{}', 'Line 3, column 1: nothing more was expected after the end of the description.'],
    ['{} /* \n open', 'Line 1, column 4: a comment that begins here does not end.'],
    ['['.repeat(100_000), 'this is nested too deep.'],
    ['{ "a": 💳 }', 'Line 1, column 8: this is not JSON: texts and names need double quotes.'],
  ])('%j is refused with its line and column', (text, sentence) => {
    expect(() => readCommentedJson(text)).toThrow(sentence)
  })
})
