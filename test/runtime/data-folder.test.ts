import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder, openFolders, takeLock } from '#runtime/data-folder.ts'

describe('data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-folder-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is made private to its user, and so is the temp folder, even if others had access', () => {
    mkdirSync(join(folder, 'data'), { mode: 0o777 })
    const folders = openFolders(join(folder, 'data'))
    expect([folders.data, folders.temp].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
  })

  it('empties only the temp folder', () => {
    const { data, temp } = openFolders(folder)
    writeFileSync(join(temp, 'left.pdf'), 'x')
    writeFileSync(join(data, 'journal'), 'x')
    openFolders(folder)
    expect([existsSync(join(temp, 'left.pdf')), existsSync(join(data, 'journal'))]).toEqual([false, true])
  })

  it.each(['short', 'long'.repeat(40)])(
    'cannot be locked twice at the same time, but can be locked again after it is unlocked, with the name %s',
    async (name) => {
      const data = join(folder, name)
      const release = await lockDataFolder(data)
      await expect(lockDataFolder(data)).rejects.toThrow(DataFolderInUse)
      await release()
      const again = await lockDataFolder(data)
      await again()
    },
  )

  it('counts as in use if its lock address is taken, even if nothing answers there, on a system where an address never outlives its process', async () => {
    const address = join(folder, 'silent.lock')
    // A killed process left this file, so the address is taken and does not answer.
    const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script, address])
    expect(existsSync(address)).toBe(true)
    await expect(takeLock(folder, address, false)).rejects.toThrow(`Atrium is already running on ${folder}.`)
    await expect(takeLock(folder, address, false)).rejects.toThrow(DataFolderInUse)
    const server = await takeLock(folder, address, true)
    await new Promise((done) => server.close(done))
  })

  it.each([20, 100])(
    'is locked by exactly one of two processes that find the lock of a killed process, with an address of %i bytes',
    async (bytes) => {
      const data = join(folder, 'd'.repeat(Math.max(1, bytes - folder.length - '//atrium.lock'.length)))
      mkdirSync(data)
      const address = join(data, 'atrium.lock')
      for (let round = 0; round < 20; round += 1) {
        writeFileSync(address, '')
        const starts = await Promise.allSettled([takeLock(data, address, true), takeLock(data, address, true)])
        const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
        expect(servers).toHaveLength(1)
        await expect(takeLock(data, address, true)).rejects.toThrow(DataFolderInUse)
        for (const server of servers) await new Promise((done) => server.close(done))
      }
      expect(readdirSync(data)).toEqual([])
    },
  )

  it('can be locked while another folder is locked', async () => {
    const [one, other] = [join(folder, 'a'), join(folder, 'b')]
    mkdirSync(one)
    mkdirSync(other)
    const release = await lockDataFolder(one)
    await (await lockDataFolder(other))()
    await release()
  })
})
