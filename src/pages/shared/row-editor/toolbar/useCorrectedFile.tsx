// Lets the user choose a corrected file, and shows the changes before they are applied.
import { m } from '#words/messages.js'
import { type ReactNode, useRef, useState } from 'react'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import { notify } from '#services/notices.ts'
import { CorrectedFileDialog } from './CorrectedFileDialog.tsx'
import { refusalToText } from '#pages/shared/row-editor/words.ts'

interface CorrectedFileChoice {
  /** Opens the system's dialog for files. */
  readonly choose: () => void
  /** The input for the file, and the dialog that opens when the file was read. The caller renders both. */
  readonly elements: ReactNode
}

export function useCorrectedFile(model: RowsModel, openRows: OpenRows): CorrectedFileChoice {
  const fileInput = useRef<HTMLInputElement>(null)
  const [correctedFile, setCorrectedFile] = useState<{
    readonly name: string
    readonly rows: readonly CheckedRow[]
    /** One sentence about each type of content of the file that was not read as rows. */
    readonly leftOut: readonly string[]
  }>()
  const openFile = async (file: File) => {
    const result = await model.readMore(file)
    if (result.ok) setCorrectedFile({ name: file.name, rows: result.rows, leftOut: result.leftOut })
    else notify({ kind: 'error', text: refusalToText(result) })
  }
  return {
    choose: () => fileInput.current?.click(),
    elements: (
      <>
        <input
          ref={fileInput}
          type="file"
          aria-label={m.rows_correctedFile()}
          accept={model.typeInfo.accepts.map((extension) => `.${extension}`).join(',')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void openFile(file)
            // Otherwise the browser would report no change if the user chose the same file again.
            event.target.value = ''
          }}
        />
        {correctedFile && (
          <CorrectedFileDialog
            openRows={openRows}
            fileName={correctedFile.name}
            newRows={correctedFile.rows}
            leftOut={correctedFile.leftOut}
            onClose={() => setCorrectedFile(undefined)}
          />
        )}
      </>
    ),
  }
}
