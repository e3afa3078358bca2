// A button that shows only an icon. Its label is its accessible name and its tooltip.
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/Tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  readonly label: string
  readonly icon: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  label,
  icon,
  side,
  kind = 'quiet',
  size = 'normal',
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button
      {...rest}
      kind={kind}
      size={size}
      icon={icon}
      aria-label={label}
      className={cx(size === 'small' ? 'w-7 px-0!' : 'w-control px-0!', className)}
    />
  )
  return (
    // A disabled button has a tooltip with its reason instead, so this tooltip stays closed.
    <Tooltip text={label} isDescribed side={side} open={rest.disabledReason ? false : undefined}>
      {button}
    </Tooltip>
  )
}
