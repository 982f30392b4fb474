import { Globe, GlobeLock } from 'lucide-react'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { DocumentReasons } from './document-words.ts'

export function StatusBadge({ status }: { readonly status: DocumentStatus }) {
  return (
    <Badge tone={status === 'PUBLISHED' ? 'success' : 'neutral'}>
      {status === 'PUBLISHED' ? 'Published' : 'Draft'}
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

/** Publishes or unpublishes a document, for roles that may. Its label names the document, its member and the effect. */
export function StatusButton({ document, who, reasons, isBusy, onStatus }: StatusButtonProps) {
  const { status, name, version, uuid } = document
  const isPublished = status === 'PUBLISHED'
  const what = `${name}, version ${version}, of ${who}`
  if (!reasons.may.update) return null
  return (
    <Button
      size="small"
      icon={isPublished ? <GlobeLock aria-hidden="true" /> : <Globe aria-hidden="true" />}
      disabledReason={reasons.update}
      isPending={isBusy(uuid)}
      tooltip={isPublished ? 'Only staff see it then.' : 'It becomes part of what is released.'}
      aria-label={
        isPublished
          ? `Unpublish ${what}: only staff see it then`
          : `Publish ${what}: it becomes part of what is released`
      }
      onPress={() => onStatus(document, isPublished ? 'DRAFT' : 'PUBLISHED')}
    >
      {isPublished ? 'Unpublish' : 'Publish'}
    </Button>
  )
}
