import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { type StudyPanel, studyPanels } from '#domain/study/study-panels.ts'
import type { GoToSection } from '../study/sections.ts'

/** Returns the element ID of a section. */
export const sectionID = (panel: StudyPanel): string => `study-${panel}`

export const placeOf = (panel: StudyPanel): HTMLElement | null => document.getElementById(sectionID(panel))

/** Scrolls a section to the top and moves the focus to it. */
const focusSection = (panel: StudyPanel): void => {
  const place = placeOf(panel)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** Scrolls a section to the top without opening it. The focus moves to the button that opens it, if it is folded. */
export const passToSection = (panel: StudyPanel): void => {
  focusSection(panel)
  placeOf(panel)?.querySelector<HTMLElement>('.w-panel__toggle[aria-expanded="false"]')?.focus({ preventScroll: true })
}

/** Milliseconds in which the sections of a study load. */
const loadMs = 10_000

/** User actions after which the page must no longer scroll automatically. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Keeps a section at the top while the sections above it load and grow, and while it opens, until the user acts.
 * Returns a function that ends this.
 */
const holdSection = (panel: StudyPanel): (() => void) => {
  const place = placeOf(panel)
  const observer = new ResizeObserver(() => place?.scrollIntoView({ block: 'start' }))
  for (const section of place?.parentElement?.children ?? []) observer.observe(section)
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of userEvents) window.removeEventListener(name, end, true)
  }
  const timer = setTimeout(end, loadMs)
  for (const name of userEvents) window.addEventListener(name, end, { capture: true, passive: true })
  return end
}

/** Returns the function that opens a section and goes to it. */
export const goToSectionWith =
  (open: (panel: StudyPanel) => void): GoToSection =>
  (panel) => {
    open(panel)
    focusSection(panel)
    holdSection(panel)
  }

/**
 * Goes to the section that the address names, such as `#study-medical-history`, as soon as the page has loaded, and
 * again when the address names another one.
 */
export const useSectionOfAddress = (isReady: boolean, open: (panel: StudyPanel) => void): void => {
  const hash = useLocationProperty(() => window.location.hash)
  useEffect(() => {
    const panel = studyPanels.find((each) => hash === `#${sectionID(each)}`)
    if (!isReady || panel === undefined) return undefined
    open(panel)
    focusSection(panel)
    return holdSection(panel)
  }, [isReady, hash, open])
}
