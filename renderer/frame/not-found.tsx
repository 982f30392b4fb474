import { Compass } from 'lucide-react'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { frameWords } from './frame-words.ts'

type NotFoundProps = {
  readonly home: string
  /** The texts in the language of the page. Default English. */
  readonly words?: typeof frameWords.notFound
}

/** Shows that an address has no page, and links to the start page. */
export function NotFound({ home, words = frameWords.notFound }: NotFoundProps) {
  return (
    <EmptyState
      icon={<Compass aria-hidden="true" />}
      title={words.title}
      action={
        <LinkButton href={home} variant="primary">
          {words.goToStart}
        </LinkButton>
      }
    >
      {words.text}
    </EmptyState>
  )
}
