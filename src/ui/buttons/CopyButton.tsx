// Copies one value and confirms it.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import * as say from '#words/ui.ts'

const SAID_FOR_MS = 1500

export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        size="small"
        label={copied ? say.copied : say.copyWhat(what)}
        icon={copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      />
      <span role="status" className="sr-only">
        {copied ? say.copied : ''}
      </span>
    </>
  )
}
