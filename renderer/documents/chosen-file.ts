import { type DocumentFileType, documentFileTypes, maxDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { documentWords } from './document-words.ts'

/** A file that the user chose; name, type and size allow its upload, and its content is not read yet. */
export type ChosenFile = { readonly file: File; readonly contentType: DocumentFileType }

/** Types by file name extension, for files whose type the operating system does not know. */
const typesByEnding: { readonly [Ending: string]: DocumentFileType } = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** The file types that a file dialog offers. */
export const acceptedFiles = [...documentFileTypes, ...Object.keys(typesByEnding).map((ending) => `.${ending}`)].join()

/** Checks only name, type and size, so that even a very large file is accepted or refused at once. */
export const chooseFile = (file: File): ChosenFile | { readonly refusal: string } => {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const contentType =
    documentFileTypes.find((type) => type === file.type) ?? (file.type === '' ? typesByEnding[ending] : undefined)
  if (contentType === undefined) return { refusal: documentWords.upload.wrongType(documentMessages.invalidFormat) }
  if (file.size > maxDocumentBytes) return { refusal: documentMessages.tooLarge }
  if (file.size === 0) return { refusal: documentWords.upload.emptyFile }
  return { file, contentType }
}

/** Reads the file as `data:<type>;base64,...`; null if it cannot be read, for example because it was moved. */
export const readAsDataUrl = ({ file, contentType }: ChosenFile): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file.slice(0, file.size, contentType))
  })
