import type { DocumentType } from './document.ts'

/** The codes by which the clinical workflow service names types (booking spec §2 Medical Reports). */
const labels: Readonly<Record<string, string>> = {
  'body composition': 'Body Composition',
  'blood test': 'Blood Test',
  'brain health assessment': 'Brain Health Assessment',
}

/**
 * Returns a type's name for the screen and the log: the label of a known code in any spelling, otherwise its own name.
 */
export const documentTypeLabel = ({ name }: Pick<DocumentType, 'name'>): string => {
  const code = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
  return (Object.hasOwn(labels, code) ? labels[code] : undefined) ?? name.trim()
}
