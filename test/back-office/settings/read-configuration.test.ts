import { beforeAll, expect, it } from 'vitest'
import { noFaxCarrier } from '#back-office/outside/fax/fax-carrier.ts'
import { noMailer } from '#back-office/outside/mail/mailer.ts'
import { noProcessor } from '#back-office/outside/processor/card-processor.ts'
import { noScheduler } from '#back-office/outside/scheduler/scheduler.ts'
import { addBackupRun } from '#back-office/repositories/backup-runs-repository.ts'
import { readConfiguration } from '#back-office/settings/read-configuration.ts'
import type { Location } from '#domain/locations/location.ts'
import { type BookingDesk, vancouver } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const records = ['scan-type', 'document-type', 'practitioner'] as const
const inAdministration = ['location', 'machine', 'scan-type', 'price', 'document-type', 'practitioner']
const onServer = ['mail', 'sender', 'fax', 'processor', 'support-phone', 'scheduler']

describeOnEachDatabase('the configuration check', ({ newDesk }) => {
  let desk: BookingDesk
  beforeAll(async () => {
    desk = await newDesk()
    const { db } = desk.database
    await db.insertInto('sku').values({ sku_id: 300, document: '{}' }).execute()
    await db.insertInto('document_type').values({ uuid: 'd', name: 'Report', description: '' }).execute()
    await db
      .insertInto('practitioner')
      .values({ practitioner_id: 'p', version: 1, search_text: 'p', document: '{}' })
      .execute()
  })

  const setActive = async (active: 0 | 1): Promise<void> => {
    const { db } = desk.database
    await db.updateTable('sku').set({ active }).execute()
    await db.updateTable('document_type').set({ active }).execute()
    await db.updateTable('practitioner').set({ active }).execute()
  }
  const putLocation = async (change: Partial<Location>): Promise<void> => {
    const document = JSON.stringify({ ...vancouver, ...change })
    await desk.database.db.updateTable('location').set({ document }).execute()
  }
  type Configured = Parameters<typeof readConfiguration>[0]
  const nothing: Omit<Configured, 'db'> = {
    now: 1_795_000_000,
    mailer: noMailer,
    mailSender: null,
    fax: noFaxCarrier,
    cardProcessor: noProcessor,
    supportPhone: null,
    scheduler: noScheduler,
  }
  const everything: typeof nothing = {
    ...nothing,
    mailer: { ...noMailer, kind: 'smtp' },
    mailSender: 'desk@clinic.example',
    fax: { ...noFaxCarrier, kind: 'ipp' },
    cardProcessor: { ...noProcessor, kind: 'stripe' },
    supportPhone: '1-800-555-0100',
    scheduler: { ...noScheduler, kind: 'calendly' },
  }
  const missing = async (set: typeof nothing): Promise<string[]> => {
    const all = await readConfiguration({ ...set, db: desk.database.db })
    const items = all.filter(({ lastRun }) => lastRun === undefined)
    expect(items).toHaveLength(inAdministration.length + onServer.length)
    return items.filter(({ isMissing }) => isMissing).map(({ key }) => key)
  }

  it('reports nothing missing when everything is set', async () => {
    await setActive(1)
    await putLocation({})
    expect(await missing(everything)).toEqual([])
    // The sink of a demo needs no sender.
    expect(await missing({ ...everything, mailer: { ...noMailer, kind: 'sink' }, mailSender: null })).toEqual([])
  })

  it('ignores inactive records and scans that are not sold', async () => {
    await setActive(0)
    await putLocation({})
    expect(await missing(everything)).toEqual(records)
    await setActive(1)
    const { machines, catalog } = vancouver
    const ofLocation: readonly [Partial<Location>, readonly string[]][] = [
      [{ machines: machines.map((machine) => ({ ...machine, active: false })) }, ['machine']],
      [{ catalog: { ...catalog, primary: catalog.primary.map((scan) => ({ ...scan, price: 0 })) } }, ['price']],
      [{ catalog: { ...catalog, primary: catalog.primary.map((scan) => ({ ...scan, withdrawn: true })) } }, ['price']],
      [{ active: false }, ['location', 'machine', 'price']],
    ]
    for (const [change, keys] of ofLocation) {
      await putLocation(change)
      expect(await missing(everything), keys.join()).toEqual(keys)
    }
  })

  it('lists every item in setup order when nothing is set', async () => {
    const { db } = desk.database
    for (const table of ['sku', 'document_type', 'practitioner', 'location'] as const)
      await db.deleteFrom(table).execute()
    expect(await missing(nothing)).toEqual([...inAdministration, ...onServer])
  })

  it('names the last backup and the last drill', async () => {
    const { db } = desk.database
    const read = async () => {
      const items = await readConfiguration({ ...everything, db })
      return items.filter(({ lastRun }) => lastRun !== undefined)
    }
    expect(await read()).toEqual([
      { key: 'backup', isMissing: true, lastRun: null },
      { key: 'drill', isMissing: true, lastRun: null },
    ])
    const run = { kind: 'backup', problem: null, taken_at: null } as const
    await addBackupRun(db, { ...run, run_id: '1', at: 1_794_990_000 })
    await addBackupRun(db, { ...run, run_id: '2', kind: 'drill', at: 1_794_990_000 })
    await addBackupRun(db, { ...run, run_id: '3', kind: 'drill', at: 1_794_995_000, problem: 'disk-full' })
    expect(await read()).toMatchObject([
      { key: 'backup', isMissing: false, lastRun: { problem: null } },
      { key: 'drill', isMissing: true, lastRun: { problem: 'disk-full', succeededAt: expect.any(String) } },
    ])
  })
})
