import type { ReactNode } from 'react'
import './visually-hidden.css'

type VisuallyHiddenProps = { children: ReactNode; id?: string | undefined }

/** Shows text to screen readers only; it uses no space on the screen. */
export function VisuallyHidden({ children, id }: VisuallyHiddenProps) {
  return (
    <span className="w-visually-hidden" id={id}>
      {children}
    </span>
  )
}
