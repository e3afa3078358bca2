// A raised area with a heading, for one section of a page.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { giveFocus, isTyping } from './focus.ts'

interface PanelProps {
  readonly title?: ReactNode
  /** True if the page already shows the title. It is then only for screen readers, and the panel shows no actions. */
  readonly titleHidden?: boolean
  readonly actions?: ReactNode
  /** True for content without padding, such as a table, which has its own edges. */
  readonly flush?: boolean
  /**
   * True for a question after a user action. Its heading takes the focus when it appears, unless the user is typing.
   */
  readonly takesFocus?: boolean
  readonly className?: string
  readonly children: ReactNode
}

export function Panel(props: PanelProps) {
  const { title, titleHidden = false, actions, flush = false, takesFocus = false, className, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus && !isTyping()) giveFocus(heading.current)
  }, [takesFocus])
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={cx('min-w-0 overflow-hidden rounded-lg border border-line bg-raised shadow-raised', className)}
    >
      {title !== undefined && titleHidden && (
        <h2 id={id} className="sr-only">
          {title}
        </h2>
      )}
      {title !== undefined && !titleHidden && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
          <h2
            ref={heading}
            id={id}
            tabIndex={takesFocus ? -1 : undefined}
            className="max-w-full shrink-0 grow scroll-mt-24 font-semibold"
          >
            {title}
          </h2>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
