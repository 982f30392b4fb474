import type { Duplex, Printer } from '#domain/printing/printing.ts'
import type { PageSize } from '#domain/values/page-size.ts'

/**
 * A PDF and how to print it. `jobName` contains no data of a person, because it appears in the spooler's list and
 * files.
 */
export type PrintRequest = {
  readonly printer: string
  readonly pdf: Uint8Array
  readonly jobName: string
  readonly pageSize: PageSize
  readonly copies: number
  readonly duplex: Duplex
}

/** The spooler's state of a submitted job. `completed` means at least that the job is in the printer's own memory. */
export type SpooledState =
  | { readonly kind: 'waiting' | 'printing'; readonly problem: string | null; readonly pagesDone: number | null }
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' | 'cancelled' | 'aborted'; readonly problem: string }
  /** The spooler no longer has a record of the job. */
  | { readonly kind: 'unknown' }

type SpoolerFailure = { readonly kind: 'not-found' | 'unavailable' | 'refused'; readonly reason: string }
/**
 * `unknown`: the spooler may have the job. Either `print` got no confirmation after it began to send, or `find` lacks
 * records that go back far enough.
 */
export type SpoolerReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: SpoolerFailure | { readonly kind: 'unknown'; readonly reason: string } }

/** The operating system's print spooler: CUPS or Windows behind one interface. Nothing throws. */
export type Spooler = {
  printers(): Promise<SpoolerReply<readonly Printer[]>>
  /** Submits a PDF; returns the spooler's id of the job. */
  print(request: PrintRequest): Promise<SpoolerReply<{ readonly spoolID: string }>>
  read(printer: string, spoolID: string): Promise<SpoolerReply<SpooledState>>
  /**
   * Finds a job by its name, including finished jobs, to learn whether an unrecorded submission reached the spooler.
   * With `handedOverAfter`, in epoch milliseconds, null proves that no such job arrived since then. A spooler whose
   * history does not reach that far back answers `unknown`.
   */
  find(
    printer: string,
    jobName: string,
    handedOverAfter?: number,
  ): Promise<SpoolerReply<{ readonly spoolID: string } | null>>
  cancel(printer: string, spoolID: string): Promise<SpoolerReply<null>>
  /** Removes files that a crash left in this spooler's folder; files that are being printed stay. */
  sweep(): Promise<void>
}
