import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'iconAfter' | 'aria-label' | 'isFullWidth'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** A lucide icon element. */
  icon: ReactNode
}

/**
 * Shows a square button that contains only an icon. `label` is the button's accessible name and, by default, its
 * tooltip. Default variant `plain`.
 */
export function IconButton({ label, icon, variant = 'plain', tooltip, ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} icon={icon} aria-label={label} tooltip={tooltip ?? label} />
}
