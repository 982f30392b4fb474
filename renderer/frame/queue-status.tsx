import { Send, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'

/** Shows how many jobs are in progress and how many need attention; nothing when there are none. */
export function QueueStatus({ stores }: { readonly stores: Pick<AppStores, 'jobs'> }) {
  const { underWay, needAttention } = useStore(stores.jobs, (state) => state.summary)
  if (underWay === 0 && needAttention === 0) return null
  const icon = needAttention > 0 ? <TriangleAlert aria-hidden="true" /> : <Send aria-hidden="true" />
  return (
    <LinkButton variant="plain" size="micro" href={paths.queues()} icon={icon}>
      {frameWords.status.queue(underWay, needAttention)}
    </LinkButton>
  )
}
