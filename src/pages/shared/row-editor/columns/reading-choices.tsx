// Lets the user read a file in another way: another sheet, another encoding, or only its first rows.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { sheetNotes } from '#flows/open-rows/assumptions.ts'
import type { Encoding } from '#domain/files/encodings.ts'
import type { ReadChoices, ReadSettings } from '#domain/rows/reading.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'

interface ReadingChoiceProps {
  readonly source: ReadChoices
  readonly onRead: (settings: ReadSettings) => void
}

/** Renders nothing if the file has only one sheet. */
export function SheetChoice({ source, onRead }: ReadingChoiceProps) {
  const { sheets = [], sheet } = source
  if (sheets.length < 2) return null
  return (
    <Select
      label={m.rows_sheetToRead()}
      className="max-w-sm min-w-48"
      options={sheets.map((name) => ({ value: name, label: name }))}
      value={sheet ?? ''}
      onChange={({ target }) => onRead({ sheet: target.value })}
    />
  )
}

/** The choice of sheet above the column mapping, with notes about the sheets that were skipped or not read. */
export function SheetChoiceWithNotes({ source, onRead }: ReadingChoiceProps) {
  const notes = sheetNotes(source).map((note) => messageToText(note))
  return (
    <>
      {notes.length > 0 && (
        <div className="grid gap-1">
          {notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {m.common_fullStop({ text: note })}
            </p>
          ))}
        </div>
      )}
      <SheetChoice source={source} onRead={onRead} />
    </>
  )
}

/** The possible encodings, each with values of the file in this encoding. Renders nothing if there are none. */
export function EncodingChoice({ source, onRead }: ReadingChoiceProps) {
  const { encodings = [] } = source
  const [first] = encodings
  const likelyEncoding = first?.isLikely ? first.encoding : undefined
  const [chosenEncoding, setChosenEncoding] = useState<Encoding | undefined>(likelyEncoding)
  if (encodings.length === 0) return null
  return (
    <div className="grid gap-3">
      <RadioGroup<Encoding>
        label={m.rows_encodingOfText()}
        value={chosenEncoding}
        onChange={setChosenEncoding}
        choices={encodings.map(({ encoding, sample }) => ({
          value: encoding,
          label: m.rows_encodingName({ encoding }),
          hint: maskCardNumbers(sample),
        }))}
      />
      <p>
        <Button
          kind="primary"
          disabledReason={chosenEncoding === undefined ? m.rows_chooseEncodingFirst() : undefined}
          onClick={() => {
            if (chosenEncoding) onRead({ encoding: chosenEncoding })
          }}
        >
          {m.rows_readWithEncoding({ name: chosenEncoding ? shortName(chosenEncoding) : '' })}
        </Button>
      </p>
    </div>
  )
}

/** Shortens 'GB18030 (Simplified Chinese)' to 'GB18030', since a button on a phone has little space. */
const shortName = (encoding: Encoding): string => m.rows_encodingName({ encoding }).replace(/ \(.*\)$/, '')

/** A button for a file with too many rows: uses the first rows, and saves the others as a draft. */
export function SplitButton({ maxRows, onRead }: Pick<ReadingChoiceProps, 'onRead'> & { readonly maxRows: number }) {
  return (
    <Button
      size="small"
      className="h-auto! max-w-full py-1 text-start whitespace-normal!"
      // Without `skipRows`, the file would be refused again. With 0, its first rows are taken.
      onClick={() => onRead({ skipRows: 0 })}
    >
      {m.rows_takeFirstRows({ rows: maxRows })}
    </Button>
  )
}
