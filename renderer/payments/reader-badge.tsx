import { Badge } from '../kit/controls/badge.tsx'
import { readerWords } from './reader-words.ts'
import './reader-badge.css'

/** Shows a prominent badge on every simulated reader, so that no user believes that a real card was charged. */
export const SimulatedBadge = ({ words = readerWords.simulated }: { readonly words?: string }) => (
  <Badge className="pp-simulated">{words}</Badge>
)
