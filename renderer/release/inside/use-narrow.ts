import { useSyncExternalStore } from 'react'

/** As the page's own columns: below it they stand one under the other. */
const query = '(max-width: 900px)'

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is too narrow for a table of many columns. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
