import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, OverlayArrow, TooltipTrigger } from 'react-aria-components'
import './tooltip.css'

type TooltipProps = {
  /** One short sentence without interactive elements; null for no tooltip. */
  content: ReactNode
  /** One focusable widget (a button, a link). */
  children: ReactNode
  /** Side of the control. Default `top`. */
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** Milliseconds of hovering before it shows; focus by keyboard shows it at once. Default 500. */
  delayMs?: number | undefined
}

/** Shows a short description on hover and on keyboard focus; Esc hides it. */
export function Tooltip({ content, children, placement = 'top', delayMs = 500 }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={80} isDisabled={content === null}>
      {children}
      <AriaTooltip className="w-tooltip" placement={placement} offset={8}>
        <OverlayArrow className="w-tooltip__arrow">
          <svg width="10" height="5" viewBox="0 0 10 5" aria-hidden="true">
            <path d="M0 0 L5 5 L10 0" />
          </svg>
        </OverlayArrow>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
