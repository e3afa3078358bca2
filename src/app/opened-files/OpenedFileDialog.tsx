// 'What is this file?': asked about a file opened with the portal that could be several things. It is read as each type
// that the user may submit, and the most likely comes first; the user decides. Of several files the user chooses one
// first.
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { mayAsk } from '#contract/facts.ts'
import { guessKind, type Trial } from '#domain/opened-file.ts'
import type { RowKindName } from '#domain/row-kinds.ts'
import { counted } from '#words/figures.ts'
import { type FilePlace, placesOf, tryAs } from '#flows/opened-file.ts'
import { declineAsked, handOver } from '#services/files/opened-file.ts'
import type { Session } from '#services/session/session.ts'
import { useUpdateHold } from '#services/device/updates.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import * as say from '#words/app/opened-file.ts'
import { WhichFile } from './WhichFile.tsx'

interface OpenedFileDialogProps {
  /** One or several. */
  readonly files: readonly File[]
  readonly session: Session
}

export default function OpenedFileDialog({ files, session }: OpenedFileDialogProps) {
  const [places] = useState(() => placesOf(session.permissions, mayAsk(session.permissions, 'merchantSignUp')))
  const [chosen, setChosen] = useState<File>()
  const file = files.length === 1 ? files[0] : chosen
  if (places.length === 0)
    return (
      <Dialog
        open
        size="small"
        title={say.thisFileCannotBeReadHere(files.length)}
        onClose={declineAsked}
        footer={<Button onClick={declineAsked}>{say.close}</Button>}
      >
        <p>
          <span className="font-medium wrap-anywhere">{files.map(({ name }) => name).join(', ')}</span>{' '}
          {say.openedButNotAllowed(files.length)}
        </p>
      </Dialog>
    )
  return file ? <WhatFile file={file} places={places} /> : <WhichFile files={files} onChosen={setChosen} />
}

interface WhatFileProps {
  readonly file: File
  readonly places: readonly FilePlace[]
}

function WhatFile({ file, places }: WhatFileProps) {
  const navigate = useNavigate()
  const trials = useTrials(file, places)
  const [chosen, setChosen] = useState<RowKindName>()
  // During a submit the wizard cannot be left until the answer.
  const hold = useUpdateHold()
  const kind = chosen ?? (trials.length === places.length ? guessKind(trials, file.name) : undefined)
  const place = places.find((each) => each.kind === kind)

  const goOn = () => {
    if (!place) return
    handOver(file, place.kind)
    void navigate(place.path)
  }
  return (
    <Dialog
      open
      title={say.whatIsThisFile}
      description={<span className="wrap-anywhere">{file.name}</span>}
      onClose={declineAsked}
      footer={
        <>
          <Button onClick={declineAsked}>{say.doNotOpen}</Button>
          <Button kind="primary" disabledReason={place ? hold : say.chooseContentFirst} onClick={goOn}>
            {say.continueOn}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={say.readItsRows}
        value={kind}
        onChange={setChosen}
        choices={places.map((each) => {
          const trial = trials.find((other) => other.kind === each.kind)
          return {
            value: each.kind,
            label: each.title,
            hint: trial ? trialToText(trial, each) : say.lookingAtFile,
            disabled: trial?.refusal !== undefined,
          }
        })}
      />
    </Dialog>
  )
}

function trialToText({ rows, sound, needsColumns, refusal }: Trial, { noun }: FilePlace): string {
  if (refusal !== undefined) return refusal
  if (needsColumns) return say.columnsMustBeChosen
  if (sound === rows) return say.allWithoutError(counted(rows, noun.one, noun.many))
  return say.ofWithoutError(sound, rows)
}

/** The file read as each type, one after the other, since one is read at a time. */
function useTrials(file: File, places: readonly FilePlace[]): readonly Trial[] {
  const [trials, setTrials] = useState<readonly Trial[]>([])
  useEffect(() => {
    const gone = new AbortController()
    const look = async () => {
      for (const { kind } of places) {
        const trial = await tryAs(file, kind, gone.signal)
        if (gone.signal.aborted) return
        setTrials((before) => [...before.filter((other) => other.kind !== kind), trial])
      }
    }
    void look()
    return () => gone.abort()
  }, [file, places])
  return trials
}
