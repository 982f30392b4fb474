import { describe, expect, it } from 'vitest'
import { findPads, type SerialPortInfo, toPortPath } from '#main/devices/card-terminal/serial-vendors.ts'

const aPort = (path: string, more: Partial<SerialPortInfo> = {}): SerialPortInfo => ({
  path,
  vendorID: null,
  productID: null,
  serialNumber: null,
  ...more,
})

describe('findPads', () => {
  it('accepts ports whose vendor ID is a pad maker’s, in upper or lower case, and no others', () => {
    const ports = [
      aPort('/dev/ttyS0'),
      aPort('/dev/ttyACM0', { vendorID: '0B00', productID: '0060' }),
      aPort('/dev/ttyACM1', { vendorID: '11ca' }),
      aPort('/dev/ttyUSB0', { vendorID: '0403' }),
    ]
    expect(findPads(ports, []).map(({ label }) => label)).toEqual([
      'Ingenico on /dev/ttyACM0',
      'Verifone on /dev/ttyACM1',
    ])
  })

  it('accepts a configured port with a device of any vendor, and lists it once', () => {
    const port = aPort('COM3', { vendorID: '0b00' })
    expect(findPads([port, aPort('COM4')], ['COM3', 'COM4', 'COM9']).map(({ path }) => path)).toEqual(['COM3', 'COM4'])
  })

  it('identifies a pad by its configured number, and none by its port alone', () => {
    const port = aPort('COM3', { vendorID: '0b00' })
    const [unnamed] = findPads([port], ['COM3'])
    const [named] = findPads([port], ['COM3=L-1'])
    const [other] = findPads([port], ['COM3 = L-2'])
    const [own] = findPads([aPort('COM3', { vendorID: '0b00', serialNumber: 'S1' })], ['COM3=L-1'])
    expect([unnamed, named, other, own].map((pad) => pad?.isItself)).toEqual([false, true, true, true])
    expect(new Set([unnamed, named, other, own].map((pad) => pad?.readerID)).size).toBe(4)
    expect(toPortPath('COM3 = L-2')).toBe('COM3')
  })

  it('identifies a pad with a serial number wherever it is plugged in', () => {
    const pad = { vendorID: '0B00', productID: '0060', serialNumber: 'S1' }
    const [before] = findPads([aPort('/dev/ttyACM0', pad)], [])
    const [after] = findPads([aPort('/dev/ttyACM7', pad)], [])
    expect(after?.readerID).toBe(before?.readerID)
    expect(after?.path).toBe('/dev/ttyACM7')
  })
})
