// Asks what a file that was opened with the portal contains. Reads the file as each type that the user can submit, and
// proposes the most likely type. The user decides. If several files were opened, the user chooses one of them first.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { guessRowType, type Trial } from '#domain/files/opened-file.ts'
import type { UploadType } from '#domain/uploads.ts'
import { type FileDestination, destinationsOf, tryReadingAs } from '#flows/opened-file.ts'
import { declineOfferedFiles, passToPage } from '#services/files/opened-file.ts'
import type { Session } from '#services/session/session.ts'
import { useUpdateHold } from '#services/device/updates.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { ChooseFileDialog } from './ChooseFileDialog.tsx'

interface OpenedFileDialogProps {
  /** The opened files, at least one. */
  readonly files: readonly File[]
  readonly session: Session
}

export default function OpenedFileDialog({ files, session }: OpenedFileDialogProps) {
  const [destinations] = useState(() => destinationsOf(session.permissions))
  const [chosenFile, setChosenFile] = useState<File>()
  const file = files.length === 1 ? files[0] : chosenFile
  if (destinations.length === 0)
    return (
      <Dialog
        open
        size="small"
        title={m.app_filesCannotBeRead({ files: files.length })}
        onClose={declineOfferedFiles}
        footer={<Button onClick={declineOfferedFiles}>{m.common_close()}</Button>}
      >
        <p>
          <span className="font-medium wrap-anywhere">{commas(files.map(({ name }) => name))}</span>{' '}
          {m.app_uploadNotAllowed({ files: files.length })}
        </p>
      </Dialog>
    )
  return file ? (
    <ChooseDestinationDialog file={file} destinations={destinations} />
  ) : (
    <ChooseFileDialog files={files} onChosen={setChosenFile} />
  )
}

interface ChooseDestinationDialogProps {
  readonly file: File
  readonly destinations: readonly FileDestination[]
}

function ChooseDestinationDialog({ file, destinations }: ChooseDestinationDialogProps) {
  const navigate = useNavigate()
  const trials = useTrials(file, destinations)
  const [chosenKind, setChosenKind] = useState<UploadType>()
  // While a submission runs, the wizard cannot be left, so the file has to wait.
  const holdReason = useUpdateHold()
  const areAllTried = trials.length === destinations.length
  const proposedKind = areAllTried ? guessRowType(trials, file.name) : undefined
  const kind = chosenKind ?? proposedKind
  const destination = destinations.find((each) => each.kind === kind)

  const proceed = () => {
    if (!destination) return
    passToPage(file, destination.kind)
    void navigate(destination.path)
  }
  return (
    <Dialog
      open
      title={m.app_fileContentQuestion()}
      description={<span className="wrap-anywhere">{file.name}</span>}
      onClose={declineOfferedFiles}
      footer={
        <>
          <Button onClick={declineOfferedFiles}>{m.common_doNotOpen()}</Button>
          <Button
            kind="primary"
            disabledReason={destination ? holdReason : m.app_chooseContentFirst()}
            onClick={proceed}
          >
            {m.common_continue()}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={m.app_useRowsFor()}
        value={kind}
        onChange={setChosenKind}
        choices={destinations.map((each) => {
          const trial = trials.find((candidate) => candidate.kind === each.kind)
          return {
            value: each.kind,
            label: each.title,
            hint: trial ? trialToText(trial, each) : m.app_checkingFile(),
            disabled: trial?.refusal !== undefined,
          }
        })}
      />
    </Dialog>
  )
}

function trialToText({ rows, valid, needsColumns, refusal }: Trial, { countToText }: FileDestination): string {
  if (refusal !== undefined) return refusal
  if (needsColumns) return m.app_chooseColumnsNext()
  if (valid === rows) return m.app_allRowsValid({ rows: countToText(rows) })
  return m.app_someRowsValid({ valid, rows })
}

/** Reads the file as each type, one after the other, because the worker reads only one file at a time. */
function useTrials(file: File, destinations: readonly FileDestination[]): readonly Trial[] {
  const [trials, setTrials] = useState<readonly Trial[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const tryAll = async () => {
      for (const { kind } of destinations) {
        const trial = await tryReadingAs(file, kind, abort.signal)
        if (abort.signal.aborted) return
        setTrials((earlierTrials) => [...earlierTrials.filter((each) => each.kind !== kind), trial])
      }
    }
    void tryAll()
    return () => abort.abort()
  }, [file, destinations])
  return trials
}
