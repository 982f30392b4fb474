import { type DocumentFileType, documentFileTypes, mostDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'

/** A file somebody picked and that may be uploaded, as far as can be told without reading it. */
export type ChosenFile = { readonly file: File; readonly contentType: DocumentFileType }

/** Where the system does not know a file's type, its name tells. */
const typesByEnding: { readonly [Ending: string]: DocumentFileType } = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** What a file dialog offers. */
export const acceptedFiles = [...documentFileTypes, ...Object.keys(typesByEnding).map((ending) => `.${ending}`)].join()

/** Looks at name, type and size only: a file of any size is refused at once. */
export const chooseFile = (file: File): ChosenFile | { readonly refusal: string } => {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const contentType =
    documentFileTypes.find((type) => type === file.type) ?? (file.type === '' ? typesByEnding[ending] : undefined)
  if (contentType === undefined)
    return { refusal: `${documentMessages.invalidFormat}: a PDF, PNG or JPEG file is needed.` }
  if (file.size > mostDocumentBytes) return { refusal: documentMessages.tooLarge }
  if (file.size === 0) return { refusal: 'The file is empty.' }
  return { file, contentType }
}

/** The file as `data:<type>;base64,...`; null where it cannot be read, such as one moved away since. */
export const readAsDataUrl = ({ file, contentType }: ChosenFile): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file.slice(0, file.size, contentType))
  })
