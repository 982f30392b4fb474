import type { ReactNode } from 'react'
import './visually-hidden.css'

type VisuallyHiddenProps = { children: ReactNode; id?: string | undefined }

/** Text for screen readers only; it takes no room on the screen. */
export function VisuallyHidden({ children, id }: VisuallyHiddenProps) {
  return (
    <span className="w-visually-hidden" id={id}>
      {children}
    </span>
  )
}
