import { inLanguages } from '#domain/values/in-languages.ts'

/** The texts around the printed invoice. The stamp adds the member to every page. */
const english = {
  fileTitle: (number: string) => `Invoice ${number}`,
  continued: (number: string) => `Invoice ${number} (continued)`,
}

const french: typeof english = {
  fileTitle: (number) => `Facture ${number}`,
  continued: (number) => `Facture ${number} (suite)`,
}

/** Returns the texts around the printed invoice in a language. */
export const invoicePaperWordsIn = inLanguages({ en: english, 'fr-CA': french })
