/** The texts around the printed invoice. The stamp adds the member to every page. */
export const invoicePaperWords = {
  fileTitle: (number: string) => `Invoice ${number}`,
  continued: (number: string) => `Invoice ${number} (continued)`,
}
