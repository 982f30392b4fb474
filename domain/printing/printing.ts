import { z } from 'zod'

/** Kinds of paper a printer can be chosen for. */
export const printKinds = ['report', 'document', 'invoice', 'form', 'referral', 'cash-up'] as const
export type PrintKind = (typeof printKinds)[number]

export const pageSizes = ['letter', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]
export const duplexModes = ['one-sided', 'long-edge', 'short-edge'] as const
export type Duplex = (typeof duplexModes)[number]
export const mostCopies = 20

/** How one kind of paper is printed at this workstation; a printer of null is the system's default. */
export const printSettingsSchema = z.strictObject({
  printer: z.string().min(1).max(200).nullable(),
  pageSize: z.enum(pageSizes),
  copies: z.number().int().min(1).max(mostCopies),
  duplex: z.enum(duplexModes),
})
export type PrintSettings = z.infer<typeof printSettingsSchema>

/** Of a kind nobody has set: North American paper, one copy, one side. */
export const defaultPrintSettings: PrintSettings = {
  printer: null,
  pageSize: 'letter',
  copies: 1,
  duplex: 'one-sided',
}

/** One printer of this workstation, as its spooler tells. */
export type Printer = {
  /** As the spooler calls it; unique at this workstation. */
  readonly name: string
  readonly label: string
  readonly isDefault: boolean
  readonly state: 'idle' | 'printing' | 'stopped'
  readonly isAccepting: boolean
  /** What keeps it from printing, in words: `Out of paper`; null where nothing does. */
  readonly problem: string | null
  /** Empty where the spooler does not say. */
  readonly pageSizes: readonly PageSize[]
  readonly hasDuplex: boolean
}
