import type { StudyDocument } from '#domain/documents/document.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeStatus, describeUpload, documentWords } from './document-words.ts'
import { StatusBadge, StatusButton, type StatusButtonProps } from './status-button.tsx'

const words = documentWords.older

type Props = Omit<StatusButtonProps, 'document'> & {
  readonly label: string
  /** Newest first. */
  readonly older: readonly StudyDocument[]
  readonly zone: ZoneId
}

/**
 * Shows the versions that are older than the newest. The summary has the number of published versions, because the user
 * can unpublish these in the list.
 */
export function OlderVersions({ label, older, zone, ...rest }: Props) {
  const published = older.filter(({ status }) => status === 'PUBLISHED').length
  return (
    <details className="mr__older">
      <summary>{words.summary(older.length, published)}</summary>
      <ul aria-label={words.label(label)}>
        {older.map((document) => (
          <li key={document.uuid}>
            <div>
              <p>
                {words.version(document.name, document.version)} <StatusBadge status={document.status} />
              </p>
              <p className="mr__quiet tabular">
                {words.history(describeUpload(document, zone), describeStatus(document, zone))}
              </p>
            </div>
            {document.status === 'PUBLISHED' ? <StatusButton document={document} {...rest} /> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}
