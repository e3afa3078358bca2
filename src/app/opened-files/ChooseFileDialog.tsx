// If several files are opened together, asks which one to read, since only one can be read at a time. Explains what
// happens to the other files.
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
  const [position, setPosition] = useState<string>()
  const file = files[Number(position)]
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
        value={position}
        onChange={setPosition}
        // Files from different folders can have the same name.
        choices={files.map(({ name, lastModified }, index) => ({
          value: String(index),
          label: name,
          hint: m.app_lastChanged({ at: instantToText(new Date(lastModified).toISOString(), client) }),
        }))}
      />
    </Dialog>
  )
}
