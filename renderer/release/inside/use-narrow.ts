import { useSyncExternalStore } from 'react'

/** The breakpoint of the page's own columns: below it they are stacked. */
const query = '(max-width: 900px)'

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether the window is too narrow for a table of many columns. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
