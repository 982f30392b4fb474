import type { StudyDocument } from '#domain/documents/document.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeStatus, describeUpload } from './document-words.ts'
import { StatusBadge, StatusButton, type StatusButtonProps } from './status-button.tsx'

type Props = Omit<StatusButtonProps, 'document'> & {
  readonly label: string
  /** Newest first. */
  readonly older: readonly StudyDocument[]
  readonly zone: ZoneId
}

/** Shows the versions before the newest. A published one is counted in the summary, and can be unpublished. */
export function OlderVersions({ label, older, zone, ...rest }: Props) {
  const published = older.filter(({ status }) => status === 'PUBLISHED').length
  return (
    <details className="mr__older">
      <summary>
        {older.length === 1 ? '1 older version' : `${older.length} older versions`}
        {published === 0 ? '' : `, ${published} published`}
      </summary>
      <ul aria-label={`Older versions of ${label}`}>
        {older.map((document) => (
          <li key={document.uuid}>
            <div>
              <p>
                {document.name}, version {document.version} <StatusBadge status={document.status} />
              </p>
              <p className="mr__quiet tabular">
                Uploaded {describeUpload(document, zone)}. {describeStatus(document, zone)}.
              </p>
            </div>
            {document.status === 'PUBLISHED' ? <StatusButton document={document} {...rest} /> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}
