import type { Duplex, PageSize, Printer } from '#domain/printing/printing.ts'

/** How a PDF is to be printed. `jobName` says nothing of anybody: it stands on the spooler's list and in its files. */
export type PrintRequest = {
  readonly printer: string
  readonly pdf: Uint8Array
  readonly jobName: string
  readonly pageSize: PageSize
  readonly copies: number
  readonly duplex: Duplex
}

/** What the spooler says of a job it has. `completed` means that it has left for the printer's own memory at the least. */
export type SpooledState =
  | { readonly kind: 'waiting' | 'printing'; readonly problem: string | null; readonly pagesDone: number | null }
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' | 'cancelled' | 'aborted'; readonly problem: string }
  /** It keeps no record of it any more. */
  | { readonly kind: 'unknown' }

type SpoolerFailure = { readonly kind: 'not-found' | 'unavailable' | 'refused'; readonly reason: string }
/** `unknown`: the connection broke after the bytes had begun to go; the job may be there. */
export type SpoolerReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: SpoolerFailure | { readonly kind: 'unknown'; readonly reason: string } }

/** The operating system's print spooler: CUPS or Windows behind one interface. Nothing throws. */
export type Spooler = {
  printers(): Promise<SpoolerReply<readonly Printer[]>>
  /** Hands a PDF over; gives the spooler's id of the job. */
  print(request: PrintRequest): Promise<SpoolerReply<{ readonly spoolID: string }>>
  read(printer: string, spoolID: string): Promise<SpoolerReply<SpooledState>>
  /**
   * Looks for a job by its name, also among finished ones: whether one whose hand-over was not recorded is there. With
   * `handedOverAfter`, in epoch milliseconds, null is proof that none came since then: a spooler whose memory does not reach
   * back so far answers `unknown`.
   */
  find(
    printer: string,
    jobName: string,
    handedOverAfter?: number,
  ): Promise<SpoolerReply<{ readonly spoolID: string } | null>>
  cancel(printer: string, spoolID: string): Promise<SpoolerReply<null>>
  /** Removes files that a crash has left where this spooler prints from; those that are being printed stay. */
  sweep(): Promise<void>
}
