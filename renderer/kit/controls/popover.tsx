import type { ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import './popover.css'

type PopoverProps = {
  /** The button that opens the popover. */
  trigger: ReactNode
  /** The accessible name of the popover. */
  label: string
  /** The content, or a function of `close`. */
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Default `bottom start`. */
  placement?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'top start' | 'top end' | 'left' | 'right' | undefined
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  className?: string | undefined
}

/** Shows a small panel beside its button. Esc and a click outside close it and return the focus. */
export function Popover({ trigger, label, children, placement = 'bottom start', ...rest }: PopoverProps) {
  return (
    <DialogTrigger {...withoutUndefinedProps({ isOpen: rest.isOpen, onOpenChange: rest.onOpenChange })}>
      {trigger}
      <AriaPopover className={classNames('w-popover', rest.className)} placement={placement} offset={6}>
        <Dialog className="w-popover__body" aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
