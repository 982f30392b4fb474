/** The texts around the printed invoice and receipt. The stamp adds the member to every page. */
export const invoicePaperWords = {
  fileTitle: (number: string) => `Invoice ${number}`,
  receiptTitle: (number: string) => `Receipt ${number}`,
  continued: (title: string) => `${title} (continued)`,
}
