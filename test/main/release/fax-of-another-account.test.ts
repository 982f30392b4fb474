import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDataFolders } from '#main/shells/electron/find-data-folders.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { DataFolderInUse, lockDataFolder, openFolders } from '#runtime/data-folder.ts'
import { openSharedVault } from '#runtime/secret-vault.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import type { ScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk, studyID } from '../payments/payments-desk.ts'

const practitioner = {
  id: 'p-1',
  firstName: 'Ada',
  lastName: 'Quill',
  profession: 'Physician',
  salutation: 'Dr.',
  contact: { emailAddress: '', faxNumber: '+1 604 555-0100', address: '', address2: '' },
  locations: [],
  version: 1,
}
const delivery = (state: string) => ({
  deliveryID: 'dl-1',
  studyID,
  channel: 'fax',
  mode: 'automated',
  item: { kind: 'paper', paper: 'physician-report' },
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  recipientName: 'Dr. Ada Quill',
  address: '16045550100',
  isEncrypted: false,
  state,
  reason: null,
  pages: null,
  by: 'Robin Frost',
  at: '2026-11-22T10:00:00Z',
  handedOverAt: null,
  deliveredAt: null,
})
const send = {
  studyID,
  channel: 'fax',
  mode: 'automated',
  item: null,
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  address: '16045550100',
  retyped: null,
  memberDetails: { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', sex: 'female' },
  shouldEncryptPdf: false,
  shouldHideHIContent: true,
  isConfirmed: true,
  target: null,
  idempotencyKey: 'key-00000001',
}
const faxRoute = `/api/v1/study/${studyID}/fax/send`

let root: string
const desks: PaymentsDesk[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-accounts-'))
})
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Starts Atrium in one account of a Windows computer. Of the shell's steps, runs only those of the shared folder. */
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
  const storage = { folder, vault: openSharedVault(folder) }
  const staff = `${account}@demo.atrium`
  const { status, details } = aStudy()
  const practitioners = { primary: { practitionerID: 'p-1', locationID: null }, referring: null, additional: [] }
  const readingPublished = [{ reportType: 'structured', version: 1 }]
  const script = (server: ScriptedBackOffice): void => {
    server.on(
      `POST /study/${studyID}/detailed`,
      answered({
        study: aStudy({
          status: { ...status, published: true },
          details: { ...details, readingPublished, practitioners } as never,
        }),
        member: aMember(),
        location: aLocation(),
        practitioners: [practitioner],
      }),
    )
    server.on(
      `POST /api/v1/studies/${studyID}/deliveries`,
      answered({ delivery: delivery('registered'), ticket: 'ticket-1', password: null }),
    )
    server.on(
      `POST ${faxRoute}`,
      doesFaxWork ? answered({ delivery: delivery('handed-over') }) : refused(503, 'unavailable'),
    )
    server.on(
      `GET /api/v1/studies/${studyID}/deliveries/dl-1`,
      answered({ delivery: delivery(doesFaxWork ? 'delivered' : 'registered') }),
    )
  }
  const desk = await startPaymentsDesk({ storage, staff, script, roles: ['hi'], startProcess: startChildProcess })
  desks.push(desk)
  const faxes = () => desk.server.requests.filter(({ path }) => path === faxRoute)
  return { desk, folders, folder, unlock, faxes }
}

it('a fax of one account is sent exactly once by the next account, and a second account cannot start in between', {
  timeout: 60_000,
}, async () => {
  const ada = await startAs('ada', false)
  await ada.desk.app.get('release', 'send', send as never)
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
    headers: { authorization: 'Bearer ticket-1' },
    body: { deliveryID: 'dl-1', practitioner: { practitionerID: 'p-1' } },
  })
  const isDone = async () =>
    (await ben.desk.app.get('jobs', 'list', {})).jobs.some(({ state }) => state === 'delivered')
  await ben.desk.app.until('it arrived', isDone)
  expect(ben.faxes()).toHaveLength(1)
  await ben.unlock()
})
