import { createContext } from 'react'

/** The folding of a panel by the page that contains it. */
type PanelFold = {
  readonly isExpanded: boolean
  readonly onExpandedChange: (isExpanded: boolean) => void
}

/** A page that keeps which panels are folded provides this to each panel; null: the panel keeps its own state. */
export const PanelFoldContext = createContext<PanelFold | null>(null)
