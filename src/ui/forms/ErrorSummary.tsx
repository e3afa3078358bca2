// The summary of all form errors at the top of a form. It takes the focus when it appears, and each entry links to its
// field.
import { m } from '#words/messages.js'
import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { giveFocus } from '../focus.ts'

export interface FormError {
  /** The same message as at the field. */
  readonly text: string
  /** The id of the invalid control. Missing for an error about the whole form. */
  readonly fieldId?: string
}

export function ErrorSummary({ errors }: { readonly errors: readonly FormError[] }) {
  const box = useRef<HTMLDivElement>(null)
  const hasErrors = errors.length > 0
  useLayoutEffect(() => {
    if (hasErrors) giveFocus(box.current)
  }, [hasErrors, errors])
  if (!hasErrors) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-critical bg-critical-tint px-4 py-3 text-critical"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {m.ui_thereIsProblem()}
      </h2>
      <ul className="mt-1 grid gap-1 ps-6">
        {errors.map((error) => (
          <li key={`${error.fieldId ?? ''}${error.text}`}>
            {error.fieldId === undefined ? (
              error.text
            ) : (
              <a
                href={`#${error.fieldId}`}
                className="underline underline-offset-3"
                onClick={(event) => focusField(event, error.fieldId)}
              >
                {error.text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

// Only moves the focus. Following the link would add its hash to the address, and with it an entry to the history.
function focusField(event: { preventDefault: () => void }, fieldId: string | undefined): void {
  event.preventDefault()
  if (fieldId !== undefined) document.getElementById(fieldId)?.focus()
}
