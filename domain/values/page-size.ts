/** The sizes of sheets that papers and printers have. */
export const pageSizes = ['letter', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]
