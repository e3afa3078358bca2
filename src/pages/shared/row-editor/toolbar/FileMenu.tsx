// Menu for the file of the rows. The user can save the rows into the opened file, save a copy with verdicts, upload a
// corrected file, and add rows.
import { m } from '#words/messages.js'
import { Download, FileUp, Plus, Save } from 'lucide-react'
import { useState } from 'react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { AddRowsDialog } from './AddRowsDialog.tsx'
import { canSaveIntoFile, saveIntoFile, saveOwnFile } from './saveOwnFile.ts'
import { useCorrectedFile } from './useCorrectedFile.tsx'
import { openElsewhereText } from '#pages/shared/row-editor/words.ts'

interface FileMenuProps {
  readonly model: RowsModel
  readonly openRows: OpenRows
  readonly fileName: string
}

export function FileMenu({ model, openRows, fileName }: FileMenuProps) {
  const { typeInfo } = model
  const [isAdding, setIsAdding] = useState(false)
  const correctedFile = useCorrectedFile(model, openRows)
  const disabledReason = model.isReadOnly ? openElsewhereText(typeInfo) : undefined
  const saveIntoItem = {
    label: m.rows_saveInto({ fileName }),
    icon: <Save aria-hidden />,
    onSelect: () => void saveIntoFile(openRows, fileName),
  }
  const saveIntoItems = canSaveIntoFile(openRows, fileName) ? [saveIntoItem] : []
  const copyFormats = (['csv', 'xlsx'] as const).filter((extension) => typeInfo.accepts.includes(extension))
  const saveCopyItems = copyFormats.map((extension) => ({
    label: m.rows_saveMyFileWithVerdict({ ending: extension }),
    icon: <Download aria-hidden />,
    onSelect: () => void saveOwnFile(openRows, { fileName, extension }),
  }))
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
          ...saveIntoItems,
          ...saveCopyItems,
          {
            label: m.rows_uploadCorrectedFile(),
            icon: <FileUp aria-hidden />,
            onSelect: correctedFile.choose,
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
      {correctedFile.elements}
      {isAdding && <AddRowsDialog model={model} openRows={openRows} onClose={() => setIsAdding(false)} />}
    </>
  )
}
