import { inLanguages } from '#domain/values/in-languages.ts'

/** The texts around the printed invoice and receipt. */
const english = {
  fileTitle: (number: string) => `Invoice ${number}`,
  receiptTitle: (number: string) => `Receipt ${number}`,
  continued: (title: string) => `${title} (continued)`,
}

const french: typeof english = {
  fileTitle: (number) => `Facture ${number}`,
  receiptTitle: (number) => `Reçu ${number}`,
  continued: (title) => `${title} (suite)`,
}

/** Returns the texts around the printed invoice and receipt in a language. */
export const invoicePaperWordsIn = inLanguages({ en: english, 'fr-CA': french })
