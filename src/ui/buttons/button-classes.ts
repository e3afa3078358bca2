// The classes of a button, also for links that look like buttons.
import { cx } from '../cx.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'small'

export const buttonClasses = (kind: ButtonKind = 'secondary', size: ButtonSize = 'normal'): string =>
  cx(shape, sizes[size], kinds[kind])

const shape =
  'print:hidden inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none transition-colors duration-100 [&_svg]:size-4 [&_svg]:shrink-0'

const sizes = { normal: 'h-control px-3.5 text-base', small: 'finger h-7 px-2.5 text-sm' } as const

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'border-transparent bg-accent text-on-accent shadow-raised not-aria-disabled:hover:bg-accent-hover',
  secondary: 'border-line bg-raised text-text shadow-raised not-aria-disabled:hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-text not-aria-disabled:hover:bg-sunken',
  danger: 'border-transparent bg-critical text-on-accent shadow-raised not-aria-disabled:hover:bg-critical-hover',
}
