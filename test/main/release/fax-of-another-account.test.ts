import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDataFolders } from '#main/shells/electron/find-data-folders.ts'
import { DataFolderInUse, lockDataFolder, openFolders } from '#runtime/data-folder.ts'
import { openSharedVault } from '#runtime/secret-vault.ts'
import { type FaxDesk, startFaxDesk } from './fax-desk.ts'

let root: string
const desks: FaxDesk['desk'][] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-accounts-'))
})
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.stop()
  rmSync(root, { recursive: true, force: true })
})

/**
 * Starts Atrium in one account of a Windows computer. From the Electron shell, runs only the steps that concern the
 * shared folder.
 */
const startAs = async (account: string, doesFaxWork: boolean) => {
  const folders = findDataFolders({
    platform: 'win32',
    appData: join(root, account),
    localAppData: join(root, account),
    flag: undefined,
    sharedFolder: 'C:\\ProgramData\\Atrium Desk',
    toRealPath: () => join(root, 'shared'),
  })
  const folder = folders.shared ?? ''
  const unlock = await lockDataFolder(folder)
  openFolders(folder)
  const { desk, queueFax, faxes, hasDelivered } = await startFaxDesk({
    storage: { folder, vault: openSharedVault(folder) },
    staff: `${account}@demo.atrium`,
    doesFaxWork,
  })
  desks.push(desk)
  return { desk, folders, folder, unlock, queueFax, faxes, hasDelivered }
}

it('a fax of one account is sent exactly once by the next account, and a second account cannot start in between', {
  timeout: 60_000,
}, async () => {
  const ada = await startAs('ada', false)
  await ada.queueFax('dl-1')
  await ada.desk.app.until('it was tried', () => ada.faxes().length > 0)
  const print = join(ada.folder, 'temp/print.pdf')
  writeFileSync(print, 'x')
  await expect(startAs('ben', true)).rejects.toThrow(DataFolderInUse)
  expect(existsSync(print)).toBe(true)
  desks.splice(0)
  await ada.desk.stop()
  await ada.unlock()

  const ben = await startAs('ben', true)
  expect(ben.folders.window).not.toBe(ada.folders.window)
  await ben.desk.app.until('it was sent', () => ben.faxes().length > 0)
  expect(ben.faxes()[0]).toMatchObject({
    headers: { authorization: 'Bearer ticket-dl-1' },
    body: { deliveryID: 'dl-1', practitioner: { practitionerID: 'p-1' } },
  })
  await ben.desk.app.until('it arrived', ben.hasDelivered)
  expect(ben.faxes()).toHaveLength(1)
  await ben.unlock()
})
