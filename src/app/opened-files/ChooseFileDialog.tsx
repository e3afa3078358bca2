// If several files are opened together, asks which one to read, since only one can be read at a time. Explains what
// happens to the other files.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { declineOffered } from '#services/files/opened-file.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import * as say from '#words/app/opened-file.ts'

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
      title={say.whichFile}
      description={say.oneFileIsReadAtTime(files.length - 1)}
      onClose={declineOffered}
      footer={
        <>
          <Button onClick={declineOffered}>{say.doNotOpenAny}</Button>
          <Button
            kind="primary"
            disabledReason={file ? undefined : say.chooseFileFirst}
            onClick={() => file && onChosen(file)}
          >
            {say.continueOn}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={say.files}
        labelHidden
        value={position}
        onChange={setPosition}
        // Files from different folders can have the same name.
        choices={files.map(({ name, lastModified }, index) => ({
          value: String(index),
          label: name,
          hint: say.lastChanged(instantToText(new Date(lastModified).toISOString(), client)),
        }))}
      />
    </Dialog>
  )
}
