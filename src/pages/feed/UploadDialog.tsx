// Uploads a file of the card processor's events. The server checks the file. Its details then show the effect that
// applying it would have.
import { m } from '#words/messages.js'
import { useId, useState } from 'react'
import { MAX_FEED_FILE } from '#domain/feed/files.ts'
import { uploadEvents } from '#flows/feed/upload-events.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

const ACCEPTED = ['.csv', '.jsonl', '.ndjson', '.json', '.txt'] as const
/** A name for the card processor, as the contract requires it. */
const SOURCE = /^[a-z0-9-]{1,32}$/
const MAX_SOURCE_LENGTH = 32

interface UploadDialogProps {
  readonly onUploaded: (fileId: string) => void
  readonly onClose: () => void
}

export function UploadDialog({ onUploaded, onClose }: UploadDialogProps) {
  const { online } = useConnection()
  const id = useId()
  const [source, setSource] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const isSourceValid = SOURCE.test(source)
  const hasSourceError = source !== '' && !isSourceValid
  const offlineReason = online ? undefined : OFFLINE_REASON
  const sendingReason = isSending ? m.feed_fileIsChecked() : undefined
  const sourceReason = isSourceValid ? undefined : m.feed_sourceFirst()
  const disabledReason = offlineReason ?? sendingReason ?? sourceReason
  const send = async (file: File) => {
    if (file.size > MAX_FEED_FILE) {
      setRefusal(m.feed_fileTooLarge())
      return
    }
    setRefusal(undefined)
    setIsSending(true)
    const outcome = await uploadEvents(source, file)
    setIsSending(false)
    if ('fileId' in outcome) onUploaded(outcome.fileId)
    else setRefusal(outcome.refusal)
  }
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={m.feed_uploadFile()}
      description={m.feed_uploadIntro()}
      locked={isSending}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <div className="grid gap-4">
        <TextField
          id={`${id}-source`}
          label={m.common_cardProcessor()}
          hint={m.feed_sourceHint()}
          autoComplete="off"
          maxLength={MAX_SOURCE_LENGTH}
          value={source}
          readOnly={isSending}
          error={hasSourceError ? m.feed_sourceRule() : undefined}
          onChange={({ target }) => setSource(target.value)}
        />
        <div role="status">
          {isSending && <SkeletonLines lines={2} />}
          {!isSending && refusal !== undefined && <Banner kind="critical" title={refusal} />}
        </div>
        <FileDrop
          label={m.feed_chooseFile()}
          accept={ACCEPTED}
          hint={m.feed_chooseFileHint()}
          disabledReason={disabledReason}
          onFile={(file) => void send(file)}
        />
      </div>
    </Dialog>
  )
}
