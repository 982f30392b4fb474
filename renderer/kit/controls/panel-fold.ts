import { createContext } from 'react'

/** Whether a panel is expanded, if the page controls it. */
type PanelFold = {
  readonly isExpanded: boolean
  readonly onExpandedChange: (isExpanded: boolean) => void
}

/** Provided to each panel by a page that stores which panels are folded. Null if each panel keeps its own state. */
export const PanelFoldContext = createContext<PanelFold | null>(null)
