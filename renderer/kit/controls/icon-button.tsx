import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'iconAfter' | 'aria-label' | 'isFullWidth'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** A lucide icon element. */
  icon: ReactNode
}

/** Shows a square button with an icon only; its label is its name and its tooltip. Default variant `plain`. */
export function IconButton({ label, icon, variant = 'plain', tooltip, ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} icon={icon} aria-label={label} tooltip={tooltip ?? label} />
}
