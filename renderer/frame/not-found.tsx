import { Compass } from 'lucide-react'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { frameWords } from './frame-words.ts'

/** Shows that an address has no page, and links to the start page. */
export function NotFound({ home }: { home: string }) {
  return (
    <EmptyState
      icon={<Compass aria-hidden="true" />}
      title={frameWords.notFound.title}
      action={
        <LinkButton href={home} variant="primary">
          {frameWords.notFound.goToStart}
        </LinkButton>
      }
    >
      {frameWords.notFound.text}
    </EmptyState>
  )
}
