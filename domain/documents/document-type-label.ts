import type { DocumentType } from './document.ts'

/** The codes by which the clinical workflow service names types (booking spec §2 Medical Reports). */
const labels: Readonly<Record<string, string>> = {
  'body composition': 'Body Composition',
  'blood test': 'Blood Test',
  'brain health assessment': 'Brain Health Assessment',
  'medical referral': 'Medical Referral',
}

const codeOf = ({ name }: Pick<DocumentType, 'name'>): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')

/** Returns whether documents of a type are referrals that a practitioner sent (decision 301). */
export const isReferralType = (type: Pick<DocumentType, 'name'>): boolean => codeOf(type) === 'medical referral'

/**
 * Returns a type's name for the screen and the log: the label of a known code in any spelling, otherwise its own name.
 */
export const documentTypeLabel = (type: Pick<DocumentType, 'name'>): string => {
  const code = codeOf(type)
  return (Object.hasOwn(labels, code) ? labels[code] : undefined) ?? type.name.trim()
}
