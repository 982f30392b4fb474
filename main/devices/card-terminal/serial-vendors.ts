/** Makers of PIN pads by their USB vendor id, in lower-case hexadecimal without `0x`. */
const padVendors: ReadonlyMap<string, string> = new Map([
  ['0b00', 'Ingenico'],
  ['079b', 'Ingenico (Sagem)'],
  ['11ca', 'Verifone'],
  ['2fb8', 'PAX'],
  ['1753', 'GERTEC'],
  ['23d8', 'Castles'],
  ['0ca6', 'Castles'],
])

/** A port as the operating system reports it; unknown values are null. */
export type SerialPortInfo = {
  readonly path: string
  readonly vendorID: string | null
  readonly productID: string | null
  readonly serialNumber: string | null
}

/** A port that may have a pad. A pad that reports a serial number has the same id at every port. */
export type PadPort = {
  readonly readerID: string
  readonly path: string
  readonly label: string
  /**
   * Whether the id identifies the pad. Otherwise it identifies only the port: another pad, which has no record of
   * earlier payments, may be plugged in there.
   */
  readonly isItself: boolean
}

/** A configured port: a path, and after `=` the number on the pad's label when the port cannot report it. */
const toConfigured = (entry: string): { readonly path: string; readonly number: string | null } => {
  const [path = '', number = ''] = entry.split('=').map((part) => part.trim())
  return { path, number: number === '' ? null : number }
}

/** Returns the path of a configured port. */
export const toPortPath = (entry: string): string => toConfigured(entry).path

const nameOf = (port: SerialPortInfo): string => padVendors.get(port.vendorID?.toLowerCase() ?? '') ?? 'PIN pad'

const toPadPort = (port: SerialPortInfo, number: string | null): PadPort => {
  const device = [port.vendorID, port.productID, port.serialNumber].map((part) => part?.toLowerCase() ?? '')
  const atPort = number === null ? `serial:${port.path}` : `serial:${port.path}=${number}`
  return {
    readerID: port.serialNumber === null ? atPort : `serial:${device.join(':')}`,
    isItself: port.serialNumber !== null || number !== null,
    path: port.path,
    label: `${nameOf(port)} on ${port.path}`,
  }
}

/**
 * Finds the ports that may have a pad: those of a known maker, and all configured ones regardless of the maker. Returns
 * each port once, in the order found.
 */
export const findPads = (ports: readonly SerialPortInfo[], configured: readonly string[]): readonly PadPort[] => {
  const numbers = new Map(configured.map(toConfigured).map(({ path, number }) => [path, number]))
  const wanted = ports.filter((port) => numbers.has(port.path) || padVendors.has(port.vendorID?.toLowerCase() ?? ''))
  const pads = new Map(wanted.map((port) => [port.path, toPadPort(port, numbers.get(port.path) ?? null)]))
  return [...new Map([...pads.values()].map((pad) => [pad.readerID, pad])).values()]
}
