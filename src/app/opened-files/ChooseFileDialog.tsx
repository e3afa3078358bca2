// Only one file can be read at a time. If the user opens several files together, this dialog asks which one to read,
// and explains what happens to the other files.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { declineOfferedFiles } from '#services/files/opened-file.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

interface ChooseFileDialogProps {
  readonly files: readonly File[]
  readonly onChosen: (file: File) => void
}

export function ChooseFileDialog({ files, onChosen }: ChooseFileDialogProps) {
  /** The index of the chosen file, as the value of its radio button. */
  const [chosenIndex, setChosenIndex] = useState<string>()
  const file = chosenIndex === undefined ? undefined : files[Number(chosenIndex)]
  return (
    <Dialog
      open
      title={m.app_chooseFileTitle()}
      description={m.app_oneFileAtATime({ others: files.length - 1 })}
      onClose={declineOfferedFiles}
      footer={
        <>
          <Button onClick={declineOfferedFiles}>{m.app_openNone()}</Button>
          <Button
            kind="primary"
            disabledReason={file ? undefined : m.app_chooseFileFirst()}
            onClick={() => {
              if (file) onChosen(file)
            }}
          >
            {m.common_continue()}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={m.app_files()}
        labelHidden
        value={chosenIndex}
        onChange={setChosenIndex}
        // Not the names, because files from different folders can have the same name.
        choices={files.map(({ name, lastModified }, index) => ({
          value: String(index),
          label: name,
          hint: m.app_lastChanged({ at: instantToText(new Date(lastModified).toISOString(), client) }),
        }))}
      />
    </Dialog>
  )
}
