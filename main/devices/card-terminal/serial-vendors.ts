/** Makers of PIN pads by the vendor id their USB end shows, lower case hexadecimal without `0x`. */
export const padVendors: ReadonlyMap<string, string> = new Map([
  ['0b00', 'Ingenico'],
  ['079b', 'Ingenico (Sagem)'],
  ['11ca', 'Verifone'],
  ['2fb8', 'PAX'],
  ['1753', 'GERTEC'],
  ['23d8', 'Castles'],
  ['0ca6', 'Castles'],
])

/** A port as the operating system shows it; what it does not know is null. */
export type SerialPortInfo = {
  readonly path: string
  readonly vendorID: string | null
  readonly productID: string | null
  readonly serialNumber: string | null
}

/** A port a pad may be at, with an id that outlives unplugging where the pad has a serial number. */
export type PadPort = { readonly readerID: string; readonly path: string; readonly label: string }

const nameOf = (port: SerialPortInfo): string => padVendors.get(port.vendorID?.toLowerCase() ?? '') ?? 'PIN pad'

const toPadPort = (port: SerialPortInfo): PadPort => {
  const device = [port.vendorID, port.productID, port.serialNumber].map((part) => part?.toLowerCase() ?? '')
  return {
    readerID: port.serialNumber === null ? `serial:${port.path}` : `serial:${device.join(':')}`,
    path: port.path,
    label: `${nameOf(port)} on ${port.path}`,
  }
}

/**
 * Where a pad may be: ports of a maker of pads, and those that are configured, whoever made what is plugged in there. Each
 * port once, in the order they were found.
 */
export const findPads = (ports: readonly SerialPortInfo[], configured: readonly string[]): readonly PadPort[] => {
  const wanted = ports.filter(
    (port) => configured.includes(port.path) || padVendors.has(port.vendorID?.toLowerCase() ?? ''),
  )
  const pads = new Map(wanted.map((port) => [port.path, toPadPort(port)]))
  return [...new Map([...pads.values()].map((pad) => [pad.readerID, pad])).values()]
}
