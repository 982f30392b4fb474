/** The operations that Atrium uses (RFC 8011 §5.4.15), including two of CUPS's own. */
export const operations = {
  'Print-Job': 0x0002,
  'Validate-Job': 0x0004,
  'Create-Job': 0x0005,
  'Send-Document': 0x0006,
  'Cancel-Job': 0x0008,
  'Get-Job-Attributes': 0x0009,
  'Get-Jobs': 0x000a,
  'Get-Printer-Attributes': 0x000b,
  'CUPS-Get-Default': 0x4001,
  'CUPS-Get-Printers': 0x4002,
} as const
export type Operation = keyof typeof operations

/** The statuses that have special handling (RFC 8011 appendix B). */
export const statuses = {
  notPossible: 0x0404,
  notFound: 0x0406,
  gone: 0x0407,
  requestTooLarge: 0x0408,
  formatNotSupported: 0x040a,
  attributesNotSupported: 0x040b,
  temporarilyUnavailable: 0x0502,
  notAccepting: 0x0506,
  busy: 0x0507,
} as const

export const isSuccess = (status: number): boolean => status >= 0 && status <= 0x00ff

/** The states of a job (RFC 8011 §5.3.7). */
export const jobStateOf = {
  3: 'pending',
  4: 'held',
  5: 'processing',
  6: 'stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
} as const
export type IppJobState = (typeof jobStateOf)[keyof typeof jobStateOf]
/** @internal The tests' printer answers with these codes. */
export const jobStateCodes: { readonly [State in IppJobState]: number } = {
  pending: 3,
  held: 4,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
}
