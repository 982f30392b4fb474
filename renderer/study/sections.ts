import { createContext, useContext, useEffect } from 'react'
import type { StudyPanel } from '#domain/study/study-panels.ts'

/** Opens a section of the study's page, scrolls to it, and moves the focus to it. */
export type GoToSection = (panel: StudyPanel) => void

/** The page of a study provides this to its parts. Elsewhere there are no sections. */
export const GoToSectionContext = createContext<GoToSection>(() => undefined)

export const useGoToSection = (): GoToSection => useContext(GoToSectionContext)

/** Opens a section that is folded, and leaves the scrolling and the focus to the caller. */
export const OpenSectionContext = createContext<(panel: StudyPanel) => void>(() => undefined)

export const useOpenSection = (): ((panel: StudyPanel) => void) => useContext(OpenSectionContext)

/** Opens the section that contains the part, if it is folded; the page of a study provides this to each section. */
export const UnfoldContext = createContext<() => void>(() => undefined)

/**
 * Returns the function that opens the section around this part, for an undo that changes content of a folded section.
 */
export const useUnfold = (): (() => void) => useContext(UnfoldContext)

/** Opens the section around this part as soon as the part has something that the user must see, such as a problem. */
export const useUnfoldFor = (isNeeded: boolean): void => {
  const unfold = useUnfold()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once; the user may fold the section afterwards
  useEffect(() => {
    if (isNeeded) unfold()
  }, [isNeeded])
}
