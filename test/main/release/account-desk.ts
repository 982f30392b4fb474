import { findDataFolders } from '#main/shells/electron/find-data-folders.ts'
import { openDataFolder } from '#main/shells/electron/open-data-folder.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { openSharedVault } from '#runtime/secret-vault.ts'
import { startFaxDesk } from './fax-desk.ts'

// Runs Atrium without its windows in the account of this process, and opens the data folder as the desktop shell does.
// Prints each event as a word and a JSON value. Each line of input is a delivery id: it queues a fax, which the server
// registers under that id. The line `offline` stops the server instead.
const { ATRIUM_TEST_HOME: appData = '', ATRIUM_TEST_SHARED: sharedFolder, ATRIUM_TEST_FAX: fax } = process.env

const say = (word: string, value: unknown = null): void => console.log(`${word} ${JSON.stringify(value)}`)

const run = async (): Promise<void> => {
  const folders = findDataFolders({
    platform: process.platform,
    appData,
    localAppData: undefined,
    flag: undefined,
    sharedFolder,
  })
  const home = await openDataFolder(folders)
  const { data: folder } = openFolders(home.data)
  const log = openLogFile(
    folder,
    () => '2026-11-23T17:00:00Z',
    () => {},
  )
  log('warning', 'program.variable-removed')
  const { desk, queueFax, faxes, hasDelivered } = await startFaxDesk({
    storage: { folder, vault: openSharedVault(folder) },
    staff: `${appData.split('/').at(-1)}@demo.atrium`,
    doesFaxWork: fax === 'works',
  })
  say('open', { folder })
  process.stdin.on('data', async (line) => {
    const word = String(line).trim()
    if (word !== 'offline') await queueFax(word)
    else {
      await desk.goOffline()
      say('offline')
    }
  })
  let told = ''
  const look = setInterval(async () => {
    const sent = faxes().map(({ headers, body }) => [
      headers.authorization,
      (body as { deliveryID: string }).deliveryID,
    ])
    const state = JSON.stringify({ sent, isDelivered: await hasDelivered() })
    if (state !== told) console.log(`faxes ${state}`)
    told = state
  }, 50)
  process.once('SIGTERM', async () => {
    clearInterval(look)
    await desk.stop()
    await home.unlock()
    process.exit(0)
  })
}

run().catch((error: Error) => {
  say('refused', { name: error.name, message: error.message })
  process.exit(1)
})
