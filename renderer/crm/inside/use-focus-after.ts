import { type RefObject, useEffect, useState } from 'react'

type Place = RefObject<HTMLElement | null>

/**
 * Gives the focus a place once what had it is gone: the first of the places that stands after the next drawing. Somebody who has
 * gone on to something else meanwhile is left there.
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
