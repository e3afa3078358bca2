// The frame of a page: one heading, its purpose and one primary action. When the page opens, its heading takes the
// focus so that a screen reader announces it. A page with one main field focuses the field instead.
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusPage } from './focus.ts'
import { cx } from './cx.ts'

interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  /** The one primary action, with at most two less prominent ones before it. */
  readonly actions?: ReactNode
  /** Takes the focus in place of the heading: the page's main field. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** `narrow` for forms and text, `wide` for tables. */
  readonly width?: 'narrow' | 'normal' | 'wide'
  /**
   * The bar above already shows the title: the heading is for screen readers only, which leaves more room for the
   * content.
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
  return (
    // All pages start at the same left edge, so that the title does not move when the page changes.
    <div className={cx('mx-auto w-full max-w-[100rem] min-w-0 px-4 sm:px-6', titleInBar ? 'py-3' : 'py-5')}>
      <div className={cx('grid min-w-0', titleInBar ? 'gap-3' : 'gap-5', widths[width])}>
        <header
          className={cx(
            'flex flex-wrap items-start gap-x-6 gap-y-3',
            titleInBar && !description && !actions && 'sr-only',
          )}
        >
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
