import { z } from 'zod'
import { type PageSize, pageSizes } from '../values/page-size.ts'

/** The kinds of printout for which a printer can be chosen; the paper size is a separate setting. */
export const printKinds = ['report', 'document', 'invoice', 'form', 'referral', 'cash-up'] as const
export type PrintKind = (typeof printKinds)[number]

export const duplexModes = ['one-sided', 'long-edge', 'short-edge'] as const
export type Duplex = (typeof duplexModes)[number]
export const maxCopies = 20

/** This workstation's settings for one kind of printout; a null printer is the system's default. */
export const printSettingsSchema = z.strictObject({
  printer: z.string().min(1).max(200).nullable(),
  pageSize: z.enum(pageSizes),
  copies: z.number().int().min(1).max(maxCopies),
  duplex: z.enum(duplexModes),
})
export type PrintSettings = z.infer<typeof printSettingsSchema>

/** The settings of a kind that was never set: North American paper, one copy, one side. */
export const defaultPrintSettings: PrintSettings = {
  printer: null,
  pageSize: 'letter',
  copies: 1,
  duplex: 'one-sided',
}

/** One printer of this workstation, as its spooler reports it. */
export type Printer = {
  /** The spooler's name for the printer, unique at this workstation. */
  readonly name: string
  readonly label: string
  readonly isDefault: boolean
  readonly state: 'idle' | 'printing' | 'stopped'
  readonly isAccepting: boolean
  /** What stops the printer, in words: `Out of paper`; null if nothing does. */
  readonly problem: string | null
  /** Empty if the spooler does not report page sizes. */
  readonly pageSizes: readonly PageSize[]
  readonly hasDuplex: boolean
}
