import { Badge } from '../kit/controls/badge.tsx'
import './reader-badge.css'

/** Loud wherever a reader only pretends: nobody may believe that a real card was charged. */
export const SimulatedBadge = ({ words = 'SIMULATED READER' }: { readonly words?: string }) => (
  <Badge className="pp-simulated">{words}</Badge>
)
