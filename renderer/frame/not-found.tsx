import { Compass } from 'lucide-react'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'

/** Says that an address leads nowhere, and where to go instead. */
export function NotFound({ home }: { home: string }) {
  return (
    <EmptyState
      icon={<Compass aria-hidden="true" />}
      title="There is no such page"
      action={
        <LinkButton href={home} variant="primary">
          Go to the start page
        </LinkButton>
      }
    >
      The address may be from an older version, or a part of it is missing.
    </EmptyState>
  )
}
