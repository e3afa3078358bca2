// Recovery codes, which are shown only once. The user copies, downloads or prints them, and confirms that they are
// stored.
import { m } from '#words/messages.js'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { Button } from './buttons/Button.tsx'
import { useCopied } from './buttons/CopyButton.tsx'
import { Checkbox } from './forms/Checkbox.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** The purpose of the codes: the heading above them in the file and on paper. */
  readonly title: string
  readonly fileName: string
  readonly isStored: boolean
  readonly onStored: (isStored: boolean) => void
}

export function RecoveryCodes({ codes, title, fileName, isStored, onStored }: RecoveryCodesProps) {
  const [copied, copy] = useCopied()
  return (
    <div className="prints-alone grid gap-4">
      <p className="hidden font-semibold print:block">{title}</p>
      <ul aria-label={m.ui_recoveryCodes()} className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3">
        {codes.map((code) => (
          <li key={code} className="text-center font-mono text-base">
            {code}
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-2">
        <Button
          size="small"
          icon={copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
          onClick={() => copy(codes.join('\n'))}
        >
          {copied ? m.ui_copied() : m.ui_copy()}
        </Button>
        <Button size="small" icon={<Download aria-hidden />} onClick={() => download(fileName, title, codes)}>
          {m.common_download()}
        </Button>
        <Button size="small" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {m.common_print()}
        </Button>
        <span role="status" className="sr-only">
          {copied ? m.ui_copied() : ''}
        </span>
      </div>
      <Checkbox
        className="no-print"
        label={m.ui_codesSaved()}
        hint={m.ui_codesShownOnce()}
        checked={isStored}
        onChange={(event) => onStored(event.target.checked)}
      />
    </div>
  )
}

function download(fileName: string, title: string, codes: readonly string[]): void {
  const text = `${title}\n\n${codes.join('\n')}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
