import { Compass } from 'lucide-react'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'

/** Shows that an address has no page, and links to the start page. */
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
