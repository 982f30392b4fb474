import { useSyncExternalStore } from 'react'

/** The breakpoint of the page's own columns, which are stacked in a window of this width or less. */
const query = '(max-width: 900px)'

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether the window is too narrow for a table of many columns. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
