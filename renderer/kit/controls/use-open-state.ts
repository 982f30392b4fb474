import { useState } from 'react'

type OpenState = { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void }

/**
 * Returns the props that control whether a field's popover is open. It is closed while `isKeptClosed`, and does not open
 * by itself afterwards. The field is controlled all the time, because React Aria supports no change to uncontrolled.
 */
export function useOpenState(isKeptClosed: boolean): OpenState {
  const [isOpen, setIsOpen] = useState(false)
  if (isKeptClosed && isOpen) setIsOpen(false)
  return { isOpen: isOpen && !isKeptClosed, onOpenChange: (next) => setIsOpen(next && !isKeptClosed) }
}
