// The frame of a page: one heading, its purpose and one primary action. When the page opens, its heading takes the
// focus, so that a screen reader announces the heading. On a page with one main field, the field takes the focus
// instead.
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusPage } from './focus.ts'
import { cx } from './cx.ts'

interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  /** One primary action. At most two less prominent actions can be before it. */
  readonly actions?: ReactNode
  /** The page's main field, if it should take the focus instead of the heading. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /** `narrow` for forms and text, `wide` for tables. */
  readonly width?: 'narrow' | 'normal' | 'wide'
  /**
   * True if only the bar above the page shows the title. The heading is then only for screen readers, which leaves more
   * room for the content.
   */
  readonly titleInBar?: boolean
  readonly children: ReactNode
}

export function Page({
  title,
  description,
  actions,
  initialFocus,
  width = 'wide',
  titleInBar = false,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    focusPage(initialFocus?.current ?? heading.current)
  }, [title, initialFocus])
  const isHeaderHidden = titleInBar && !description && !actions
  return (
    // All pages start at the same left edge, so that the title does not move when the page changes.
    <div className={cx('mx-auto w-full max-w-[100rem] min-w-0 px-4 sm:px-6', titleInBar ? 'py-3' : 'py-5')}>
      <div className={cx('grid min-w-0', titleInBar ? 'gap-3' : 'gap-5', widths[width])}>
        <header className={cx('flex flex-wrap items-start gap-x-6 gap-y-3', isHeaderHidden && 'sr-only')}>
          {/* Actions that do not fit beside the title wrap below it. */}
          <div className="min-w-40 flex-1">
            <h1
              ref={heading}
              tabIndex={-1}
              className={titleInBar ? 'sr-only' : 'text-xl font-semibold tracking-tight text-balance'}
            >
              {title}
            </h1>
            {description !== undefined && (
              <div className="mt-0.5 max-w-prose text-pretty text-muted">{description}</div>
            )}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}

const widths = { narrow: 'max-w-[39rem]', normal: 'max-w-[61rem]', wide: '' } as const
