import { documentMessages } from '../documents/document-messages.ts'
import type { PdfRefusal } from './stamp.ts'

/** Returns why a PDF is refused, in words for staff. */
export const pdfRefusalWords = (reason: PdfRefusal): string => {
  switch (reason) {
    case 'not-a-pdf':
      return documentMessages.invalidFormat
    case 'damaged':
    case 'took-too-long':
    case 'too-much-memory':
      return documentMessages.unreadable
    case 'locked':
      return documentMessages.locked
    case 'no-pages':
      return documentMessages.noPages
    case 'too-many-pages':
      return documentMessages.tooManyPages
    case 'too-large':
      return documentMessages.tooLarge
  }
}
