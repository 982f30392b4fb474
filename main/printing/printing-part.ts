import type { PrintingBridge } from '#contract/printing/bridge.ts'
import { createPrintableReader, type PrintableReader, type PrintableReaderParts } from './printable-reader.ts'
import { createPrintingService, type PrintingServiceParts } from './printing-service.ts'

type PrintingPart = {
  readonly services: { readonly printing: PrintingBridge }
  readonly readFile: PrintableReader['readFile']
}

/** Creates the service that prints papers on this workstation's printers, and returns the same papers as files. */
export const createPrintingPart = (
  parts: PrintableReaderParts & Omit<PrintingServiceParts, 'readPrintable'>,
): PrintingPart => {
  const { readPrintable, readFile } = createPrintableReader(parts)
  return { services: { printing: createPrintingService({ ...parts, readPrintable }) }, readFile }
}
