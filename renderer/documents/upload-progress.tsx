import { formatSize } from '#domain/format/format-size.ts'
import { documentWords } from './document-words.ts'

const words = documentWords.upload

export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number }

/** Shows how much of a file was sent. `progress` is null while the window is still reading the file. */
export function UploadProgressBar(props: { readonly progress: UploadProgress | null; readonly label: string }) {
  const { progress, label } = props
  const isSent = progress !== null && progress.sentBytes >= progress.totalBytes
  return (
    <div className="mr__progress">
      <progress
        aria-label={words.progress(label)}
        {...(progress === null || isSent ? {} : { value: progress.sentBytes, max: progress.totalBytes })}
      />
      <p className="tabular">
        {progress === null
          ? words.reading
          : isSent
            ? words.checking
            : words.sent(formatSize(progress.sentBytes), formatSize(progress.totalBytes))}
      </p>
    </div>
  )
}
