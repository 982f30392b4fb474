import type { DocumentType } from './document.ts'

/** Codes that the clinical workflow service names types by (booking spec §2 Medical Reports). */
const labels: Readonly<Record<string, string>> = {
  'body composition': 'Body Composition',
  'blood test': 'Blood Test',
  'brain health assessment': 'Brain Health Assessment',
}

/** What a type is called on screen and in the log: a label where its code is known, however it is written, else its own name. */
export const documentTypeLabel = ({ name }: Pick<DocumentType, 'name'>): string => {
  const code = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
  return (Object.hasOwn(labels, code) ? labels[code] : undefined) ?? name.trim()
}
