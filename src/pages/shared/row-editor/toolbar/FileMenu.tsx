// Menu for the file of the rows: save the file with verdicts, save the rows to fix, open a corrected file, add rows.
import { m } from '#words/messages.js'
import { Download, FileUp, Plus, Save } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import { notify } from '#services/notices.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { AddRowsDialog } from './AddRowsDialog.tsx'
import { CorrectedFileDialog } from './CorrectedFileDialog.tsx'
import { canSaveIntoFile, saveIntoFile, saveOwnFile } from './saveOwnFile.ts'
import { openElsewhereText } from '#pages/shared/row-editor/words.ts'

interface FileMenuProps {
  readonly model: RowsModel
  readonly openRows: OpenRows
  readonly fileName: string
}

export function FileMenu({ model, openRows, fileName }: FileMenuProps) {
  const { typeInfo } = model
  const fileInput = useRef<HTMLInputElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [correctedFile, setCorrectedFile] = useState<{
    readonly name: string
    readonly rows: readonly CheckedRow[]
    readonly leftOut: readonly string[]
  }>()
  const disabledReason = model.isReadOnly ? openElsewhereText(typeInfo) : undefined

  const openCorrectedFile = async (file: File) => {
    const result = await model.readMore(file)
    if (result.ok) setCorrectedFile({ name: file.name, rows: result.rows, leftOut: result.leftOut })
    else notify({ kind: 'error', text: [result.text, result.hint].filter(Boolean).join('. ') })
  }
  return (
    <>
      <Menu
        trigger={
          <Button size="small" icon={<Download aria-hidden />}>
            {m.common_fileLabel()}
          </Button>
        }
        label={m.rows_rowsAsFile()}
        items={[
          ...(canSaveIntoFile(openRows, fileName)
            ? [
                {
                  label: m.rows_saveInto({ fileName }),
                  icon: <Save aria-hidden />,
                  onSelect: () => void saveIntoFile(openRows, fileName),
                },
              ]
            : []),
          ...(['csv', 'xlsx'] as const)
            .filter((extension) => typeInfo.accepts.includes(extension))
            .map((extension) => ({
              label: m.rows_saveMyFileWithVerdict({ ending: extension }),
              icon: <Download aria-hidden />,
              onSelect: () => void saveOwnFile(openRows, fileName, extension),
            })),
          {
            label: m.rows_uploadCorrectedFile(),
            icon: <FileUp aria-hidden />,
            onSelect: () => fileInput.current?.click(),
            disabledReason,
          },
          {
            label: m.rows_addRowsEllipsis(),
            icon: <Plus aria-hidden />,
            onSelect: () => setIsAdding(true),
            disabledReason,
          },
        ]}
      />
      <input
        ref={fileInput}
        type="file"
        aria-label={m.rows_correctedFile()}
        accept={typeInfo.accepts.map((extension) => `.${extension}`).join(',')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void openCorrectedFile(file)
          event.target.value = ''
        }}
      />
      {isAdding && <AddRowsDialog model={model} openRows={openRows} onClose={() => setIsAdding(false)} />}
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
  )
}
