import { Globe, GlobeLock } from 'lucide-react'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { type DocumentReasons, documentWords } from './document-words.ts'

const words = documentWords.status

export function StatusBadge({ status }: { readonly status: DocumentStatus }) {
  return (
    <Badge tone={status === 'PUBLISHED' ? 'success' : 'neutral'}>
      {status === 'PUBLISHED' ? words.published : words.draft}
    </Badge>
  )
}

export type StatusButtonProps = {
  readonly document: StudyDocument
  /** Full name and birth date. */
  readonly who: string
  readonly reasons: DocumentReasons
  readonly isBusy: (name: string) => boolean
  readonly onStatus: (document: StudyDocument, status: DocumentStatus) => void
}

/**
 * Shows a button that publishes or unpublishes a document, if the user's roles permit it. The button's label names the
 * document, the member and the effect.
 */
export function StatusButton({ document, who, reasons, isBusy, onStatus }: StatusButtonProps) {
  const { status, name, version, uuid } = document
  const isPublished = status === 'PUBLISHED'
  if (!reasons.may.update) return null
  return (
    <Button
      size="small"
      icon={isPublished ? <GlobeLock aria-hidden="true" /> : <Globe aria-hidden="true" />}
      disabledReason={reasons.update}
      isPending={isBusy(uuid)}
      tooltip={isPublished ? words.unpublishEffect : words.publishEffect}
      aria-label={isPublished ? words.unpublishOf(name, version, who) : words.publishOf(name, version, who)}
      onPress={() => onStatus(document, isPublished ? 'DRAFT' : 'PUBLISHED')}
    >
      {isPublished ? words.unpublish : words.publish}
    </Button>
  )
}
