// Accepts one file by drop, picker or keyboard. It passes the file on without reading it.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { cx } from '../cx.ts'
import { FieldError } from './Field.tsx'

interface FileDropProps {
  readonly label: string
  /**
   * Extensions with their dot: ['.csv', '.xlsx', '.xls']. Only for the picker and the text, because the reader of the
   * file detects the actual format.
   */
  readonly accept: readonly string[]
  readonly onFile: (file: File) => void
  readonly hint?: ReactNode
  readonly disabledReason?: string | undefined
  /** True to fill most of the screen, on a page without other content. */
  readonly tall?: boolean
  /** The button that opens the picker. */
  readonly button?: Ref<HTMLButtonElement> | undefined
  /** Shown beside the button, e.g. a link to the template. */
  readonly children?: ReactNode
}

/**
 * The height of a tall drop area. Content that replaces the area has the same height, so that the layout does not move.
 */
export const TALL_HEIGHT = 'sm:min-h-[58dvh]'

export function FileDrop({
  label,
  accept,
  onFile,
  hint,
  disabledReason,
  tall = false,
  button,
  children,
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const [hasSeveralFiles, setHasSeveralFiles] = useState(false)
  const problem = hasSeveralFiles ? m.ui_dropOneFileOnly() : undefined
  const restingClasses = problem ? 'border-critical bg-raised' : 'border-line-strong bg-raised'

  const acceptFiles = (files: readonly File[]) => {
    setHasSeveralFiles(files.length > 1)
    const [file, ...otherFiles] = files
    const isOneFile = file !== undefined && otherFiles.length === 0
    if (isOneFile && !disabledReason) onFile(file)
  }
  const handleDrag = (event: DragEvent, { isInside }: { readonly isInside: boolean }) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = disabledReason ? 'none' : 'copy'
    setIsDraggedOver(isInside && !disabledReason)
  }

  return (
    <section
      aria-label={label}
      onDragEnter={(event) => handleDrag(event, { isInside: true })}
      onDragOver={(event) => handleDrag(event, { isInside: true })}
      onDragLeave={(event) => {
        const isInside = event.currentTarget.contains(event.relatedTarget as Node | null)
        handleDrag(event, { isInside })
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        acceptFiles([...event.dataTransfer.files])
      }}
      className={cx(
        'grid content-center justify-items-center gap-4 rounded-xl border border-dashed px-6 py-10 text-center transition-colors',
        tall && TALL_HEIGHT,
        isDraggedOver ? 'border-accent bg-accent-tint' : restingClasses,
      )}
    >
      <span
        className={cx(
          'grid size-11 place-items-center rounded-full',
          isDraggedOver ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
        )}
      >
        <FileSpreadsheet aria-hidden className="size-5" />
      </span>
      <div className="grid gap-1">
        <p className="text-lg font-medium">{isDraggedOver ? m.ui_dropItHere() : label}</p>
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint ?? m.ui_oneFile({ accept: commas(accept) })}
        </div>
      </div>
      {problem && <FieldError id={`${id}-error`} text={problem} />}
      <div aria-live="assertive" className="sr-only">
        {problem}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          ref={button}
          kind="primary"
          onClick={() => input.current?.click()}
          disabledReason={disabledReason}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        >
          {m.ui_chooseFile()}
        </Button>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        accept={accept.join(',')}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          acceptFiles([...(event.target.files ?? [])])
          // Otherwise there would be no change event if the user fixes the file and chooses it again.
          event.target.value = ''
        }}
      />
    </section>
  )
}
