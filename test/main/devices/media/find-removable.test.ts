import { describe, expect, it } from 'vitest'
import { findRemovable } from '#main/devices/media/find-removable.ts'

const find = (platform: NodeJS.Platform, answer: unknown) =>
  findRemovable(platform, async () => (answer === null || typeof answer === 'string' ? answer : JSON.stringify(answer)))

describe('findRemovable', () => {
  it('finds the mounted partitions of a removable disk, and everything that is mounted below /run/media', async () => {
    const blockdevices = [
      { rm: false, hotplug: false, mountpoint: null, children: [{ rm: false, mountpoint: '/', label: null }] },
      { rm: true, mountpoint: null, children: [{ rm: false, mountpoint: '/mnt/stick', label: 'STICK' }] },
      { rm: '1', mountpoint: '/mnt/old', label: '' },
      { rm: false, mountpoint: '/run/media/desk/DISC', label: 'DISC' },
      { rm: true, mountpoint: null },
      { rm: true, mountpoint: '/boot/efi' },
    ]
    expect(await find('linux', { blockdevices })).toEqual([
      { path: '/mnt/stick', label: 'STICK' },
      { path: '/mnt/old', label: '/mnt/old' },
      { path: '/run/media/desk/DISC', label: 'DISC' },
    ])
  })

  it('reads Windows drives, one or several, with or without a name', async () => {
    expect(await find('win32', { path: 'E:', label: '' })).toEqual([{ path: 'E:\\', label: 'E:' }])
    expect(
      await find('win32', [
        { path: 'E:', label: 'STICK' },
        { path: 'odd', label: '' },
      ]),
    ).toEqual([{ path: 'E:\\', label: 'STICK (E:)' }])
  })

  it('finds no drives if the system cannot list the drives', async () => {
    for (const answer of [null, '', 'lsblk: not found', '{"blockdevices":7}']) {
      expect(await find('linux', answer)).toEqual([])
      expect(await find('win32', answer)).toEqual([])
    }
    expect(await find('aix', null)).toEqual([])
  })
})
