// Imports a file of the bank and shows the result of each statement in it: how many entries are new, or why it was
// refused. A csv file has a step for its columns (CsvImport.tsx).
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
  const [result, setResult] = useState<ImportedStatements | string>()
  const [csv, setCsv] = useState<File>()
  const send = async (file: File) => {
    if (file.size > MAX_BANK_FILE) return setResult(m.funding_bankFileTooLarge())
    if (/\.csv$/i.test(file.name)) return setCsv(file)
    setIsSending(true)
    setResult(await importStatement(file))
    return setIsSending(false)
  }
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
      {csv ? (
        <CsvImport file={csv} currency={currency} onCancel={() => setCsv(undefined)} />
      ) : (
        <div className="grid gap-4">
          <div role="status" className="grid gap-3">
            {isSending && <SkeletonLines lines={2} />}
            {!isSending && typeof result === 'string' && <Banner kind="critical" title={result} />}
            {!isSending &&
              typeof result === 'object' &&
              result.map(({ account, reference, entries, added, refusal }) => (
                <Banner
                  key={`${account} ${reference}`}
                  kind={refusal === undefined ? 'info' : 'warning'}
                  title={m.funding_statementOf({ reference, account })}
                >
                  {refusal ?? m.funding_entriesAdded({ added, known: entries - added })}
                </Banner>
              ))}
          </div>
          <FileDrop
            label={m.funding_bankFile()}
            accept={ACCEPTED}
            hint={m.funding_bankFileHint()}
            disabledReason={online ? (isSending ? m.funding_importRunning() : undefined) : OFFLINE_REASON}
            onFile={(file) => void send(file)}
          />
        </div>
      )}
    </Dialog>
  )
}
