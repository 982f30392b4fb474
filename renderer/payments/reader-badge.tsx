import { FlaskConical } from 'lucide-react'
import { Badge } from '../kit/controls/badge.tsx'
import { readerWords } from './reader-words.ts'

/** Marks every simulated reader, so that no user believes that a real card was charged. */
export const SimulatedBadge = ({ words = readerWords.simulated }: { readonly words?: string }) => (
  <Badge tone="warning" icon={<FlaskConical aria-hidden="true" />}>
    {words}
  </Badge>
)
