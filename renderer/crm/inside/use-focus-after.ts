import { type RefObject, useEffect, useState } from 'react'

type Place = RefObject<HTMLElement | null>

/**
 * Returns a function that moves the focus to the first of the given elements that is rendered. If none is rendered yet,
 * waits for the next render that has one. If the user has moved the focus elsewhere, the focus stays there.
 */
export const useFocusAfter = (): ((...places: readonly Place[]) => void) => {
  const [wanted, setWanted] = useState<readonly Place[]>([])
  useEffect(() => {
    const place = wanted.find(({ current }) => current !== null)
    if (place === undefined) return
    setWanted([])
    if (document.activeElement === null || document.activeElement === document.body) place.current?.focus()
  })
  return (...places) => setWanted(places)
}
