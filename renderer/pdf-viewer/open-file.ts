import { openImage } from './open-image.ts'
import type { FileOpening } from './opened-file.ts'
import { toBytes, type ViewerFile } from './viewer-file.ts'

/**
 * Opens a file for the viewer. The PDF code is loaded with the first PDF, so that the app's first page does not wait
 * for it.
 */
export const openFile = async (
  file: ViewerFile,
  password: string | null,
  signal: AbortSignal,
): Promise<FileOpening> => {
  const { base64, contentType = 'application/pdf' } = file
  const bytes = toBytes(base64)
  if (bytes === null || bytes.length === 0) return { kind: 'failed', problem: 'damaged' }
  if (contentType === 'image/png' || contentType === 'image/jpeg') return openImage(bytes, contentType)
  if (contentType !== 'application/pdf') return { kind: 'failed', problem: 'unsupported' }
  const { openPdf } = await import('./open-pdf.ts')
  return openPdf(bytes, password, signal)
}
