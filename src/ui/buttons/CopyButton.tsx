// Copies a value and confirms it.
import { m } from '#words/messages.js'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'

const SHOWN_FOR_MS = 1500

/** Copies a text. `copied` is true for a moment afterwards. */
export function useCopied(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return [copied, (text) => void copy(text)]
}

export function CopyButton({ value, name }: { readonly value: string; readonly name: string }) {
  const [copied, copy] = useCopied()
  return (
    <>
      <IconButton
        size="small"
        label={copied ? m.ui_copied() : m.ui_copyWhat({ what: name })}
        icon={copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
        onClick={() => copy(value)}
      />
      <span role="status" className="sr-only">
        {copied ? m.ui_copied() : ''}
      </span>
    </>
  )
}
