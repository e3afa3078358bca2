// Imports a file of the bank. For each statement in the file, shows how many entries are new, or why the statement was
// refused. For a csv file, CsvImport.tsx first asks for what the file does not say.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { MAX_BANK_FILE } from '#domain/funding/bank-statements.ts'
import { type ImportedStatements, importStatement } from '#flows/funding/import-statement.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { CsvImport } from './CsvImport.tsx'

/** '.sta', '.940' and '.mt940' are names that banks give to MT940. */
const ACCEPTED = ['.xml', '.sta', '.940', '.mt940', '.txt', '.csv'] as const

interface ImportDialogProps {
  readonly currency: string
  readonly onClose: () => void
}

export function ImportDialog({ currency, onClose }: ImportDialogProps) {
  const { online } = useConnection()
  const [isSending, setIsSending] = useState(false)
  /** The imported statements, or the reason why the file was refused. */
  const [result, setResult] = useState<ImportedStatements | string>()
  const [csvFile, setCsvFile] = useState<File>()
  const openFile = async (file: File) => {
    if (file.size > MAX_BANK_FILE) {
      setResult(m.funding_bankFileTooLarge())
      return
    }
    if (/\.csv$/i.test(file.name)) {
      setCsvFile(file)
      return
    }
    setIsSending(true)
    setResult(await importStatement(file))
    setIsSending(false)
  }
  const sendingReason = isSending ? m.funding_importRunning() : undefined
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={m.funding_importStatement()}
      description={m.funding_importIntro()}
      locked={isSending}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      {csvFile ? (
        <CsvImport file={csvFile} currency={currency} onCancel={() => setCsvFile(undefined)} />
      ) : (
        <div className="grid gap-4">
          <div role="status" className="grid gap-3">
            {isSending ? <SkeletonLines lines={2} /> : <ImportResult result={result} />}
          </div>
          <FileDrop
            label={m.funding_bankFile()}
            accept={ACCEPTED}
            hint={m.funding_bankFileHint()}
            disabledReason={online ? sendingReason : OFFLINE_REASON}
            onFile={(file) => void openFile(file)}
          />
        </div>
      )}
    </Dialog>
  )
}

function ImportResult({ result }: { readonly result: ImportedStatements | string | undefined }) {
  if (result === undefined) return null
  if (typeof result === 'string') return <Banner kind="critical" title={result} />
  return result.map(({ account, reference, entries, added, refusal }) => (
    <Banner
      key={`${account} ${reference}`}
      kind={refusal === undefined ? 'info' : 'warning'}
      title={m.funding_statementOf({ reference, account })}
    >
      {refusal ?? m.funding_entriesAdded({ added, known: entries - added })}
    </Banner>
  ))
}
