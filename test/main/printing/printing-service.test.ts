import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { defaultPrintSettings } from '#domain/printing/printing.ts'
import { toInstant } from '#domain/values/instant.ts'
import { createCupsSpooler } from '#main/devices/printer/cups-spooler.ts'
import { createPrintingService, type Printable, type PrintingServiceParts } from '#main/printing/printing-service.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { type FakeIppServer, startFakeIppServer } from '../../fakes/ipp-server.ts'
import { openQueueDesk, type QueueDesk } from '../queue/queue-world/queue-desk.ts'

const item: PrintItem = {
  kind: 'study',
  studyID: 's-1' as never,
  item: { kind: 'paper', paper: 'physician-report' },
}
const printable: Printable = {
  bytes: new TextEncoder().encode('%PDF-1.7'),
  title: 'Physician report, version 2',
  kind: 'report',
  member: { name: 'Xylo Phonamine', dob: '1980-02-03' as never },
  studyID: 's-1' as never,
  locationID: 'ca-bc-1' as never,
}
const user = { user_id: 'u-1', fullname: 'Sam Desk', allowedLocations: ['ca-bc-1'] }

describe('printing-service', () => {
  let server: FakeIppServer
  let desk: QueueDesk
  let stored: Map<string, string>
  beforeEach(async () => {
    server = await startFakeIppServer({
      printers: [
        { name: 'desk', info: 'By the door' },
        { name: 'a4', media: ['iso_a4_210x297mm'] },
      ],
      default: 'desk',
    })
    desk = openQueueDesk()
    stored = new Map()
  })
  afterEach(async () => {
    desk.close()
    await server.close()
  })
  const open = (changes: Partial<PrintingServiceParts> = {}) => {
    return createPrintingService({
      spooler: createCupsSpooler({ server: `ipp://127.0.0.1:${server.port}` }),
      settings: createMemorySettings(stored),
      policy: {},
      queue: desk.queue(),
      session: { user: () => user as never },
      readPrintable: async () => ok(printable),
      newId: () => '7f3a-9c1e-0b52-test',
      now: () => toInstant(1_795_000_000_000),
      ...changes,
    })
  }
  const payloads = () =>
    desk
      .queue()
      .list()
      .map(({ jobID }) => JSON.parse(desk.store.read(jobID)?.payload ?? '{}'))

  it('returns the printers with the settings of each kind, and stores the choice', async () => {
    const service = open()
    const before = await service.read({})
    expect(before).toMatchObject({ ok: true, value: { problem: null, printers: [{ name: 'desk' }, { name: 'a4' }] } })
    expect(before.ok && before.value.settings['cash-up']).toEqual(defaultPrintSettings)
    const settings = { printer: 'a4', pageSize: 'a4', copies: 2, duplex: 'long-edge' } as const
    await service.saveSettings({ kind: 'report', settings })
    const after = await open().read({})
    expect(after.ok && after.value.settings.report).toEqual(settings)
    expect(after.ok && after.value.settings.form).toEqual(defaultPrintSettings)
    stored.set('printing.report', '{"printer":')
    const spoilt = await open().read({})
    expect(spoilt.ok && spoilt.value.settings.report).toEqual(defaultPrintSettings)
  })

  it('queues a paper for the printer of its kind, under a name without personal data', async () => {
    const service = open()
    await service.saveSettings({
      kind: 'report',
      settings: { printer: 'a4', pageSize: 'a4', copies: 2, duplex: 'long-edge' },
    })
    expect(await service.print({ item, copies: null, idempotencyKey: 'print-0001' })).toMatchObject({
      ok: true,
      value: {
        jobID: 'print-0001',
        kind: 'print',
        title: 'Physician report, version 2',
        member: printable.member,
        recipient: 'a4',
        by: 'Sam Desk',
      },
    })
    expect(payloads()).toEqual([
      { printer: 'a4', pageSize: 'a4', copies: 2, duplex: 'long-edge', jobName: 'atrium-7f3a9c1e' },
    ])
    expect(new Uint8Array(desk.store.content('print-0001') ?? [])).toEqual(printable.bytes)
  })

  it('prints on the printer that the user chose for one paper, but not in place of the policy’s printer', async () => {
    const wanted = { item, copies: null, printer: 'a4' }
    expect(await open().print({ ...wanted, idempotencyKey: 'print-0001' })).toMatchObject({
      ok: true,
      value: { recipient: 'a4' },
    })
    const managed = open({ policy: { reportPrinter: 'desk' } })
    expect(await managed.print({ ...wanted, idempotencyKey: 'print-0002' })).toMatchObject({
      ok: true,
      value: { recipient: 'By the door' },
    })
    const gone = await open().print({ ...wanted, printer: 'no-such-printer', idempotencyKey: 'print-0003' })
    expect(gone).toMatchObject({ ok: false, failure: { code: 'printer-not-found' } })
  })

  it('prints on the default printer if none was chosen, with the requested copies, and once for each key', async () => {
    let reads = 0
    const service = open({
      readPrintable: async () => {
        reads += 1
        return ok(printable)
      },
    })
    const input = { item, copies: 3, idempotencyKey: 'print-0001' }
    expect(await service.print(input)).toMatchObject({ ok: true, value: { recipient: 'By the door' } })
    expect(await service.print(input)).toMatchObject({ ok: true, value: { jobID: 'print-0001' } })
    expect(reads).toBe(1)
    expect(payloads()).toMatchObject([{ printer: 'desk', copies: 3, pageSize: 'letter' }])
  })

  it('prints on the policy’s printer instead of the chosen one, and keeps the choice for later', async () => {
    const chosen = { printer: 'desk', pageSize: 'letter', copies: 1, duplex: 'one-sided' } as const
    await open().saveSettings({ kind: 'report', settings: chosen })
    const service = open({ policy: { reportPrinter: 'a4', cashUpPrinter: 'vault' } })
    const view = await service.read({})
    expect(view).toMatchObject({ ok: true, value: { managed: ['report', 'cash-up'] } })
    expect(view.ok && view.value.settings).toMatchObject({
      report: { printer: 'a4' },
      'cash-up': { printer: 'vault' },
      form: { printer: null },
    })
    const saved = await service.saveSettings({ kind: 'report', settings: { ...chosen, printer: 'a4', copies: 2 } })
    expect(saved.ok && saved.value.settings.report).toMatchObject({ printer: 'a4', copies: 2 })
    await service.print({ item, copies: null, idempotencyKey: 'print-0001' })
    expect(payloads()).toMatchObject([{ printer: 'a4', copies: 2 }])
    const later = await open().read({})
    expect(later.ok && later.value).toMatchObject({ managed: [], settings: { report: { printer: 'desk', copies: 2 } } })
  })

  it('names the organisation when the printer of its policy is missing', async () => {
    const refused = open({ policy: { reportPrinter: 'vault' } })
    expect(await refused.print({ item, copies: null, idempotencyKey: 'print-0001' })).toMatchObject({
      failure: {
        code: 'printer-not-found',
        message:
          "Your organisation set the printer vault for this paper, but this computer doesn't have it. Ask your IT support.",
      },
    })
  })

  it('refuses a printer that is gone and a paper that cannot be read, and queues nothing', async () => {
    const service = open()
    await service.saveSettings({ kind: 'report', settings: { ...defaultPrintSettings, printer: 'old' } })
    const gone = await service.print({ item, copies: null, idempotencyKey: 'print-0001' })
    expect(gone).toMatchObject({ ok: false, failure: { code: 'printer-not-found' } })
    expect(await service.printTestPage({ printer: 'old' })).toMatchObject({ failure: { code: 'printer-not-found' } })
    const missing = open({ readPrintable: async () => fail('report-missing', 'No report.') })
    expect(await missing.print({ item, copies: null, idempotencyKey: 'print-0002' })).toMatchObject({
      failure: { code: 'report-missing' },
    })
    expect(desk.queue().list()).toEqual([])
  })

  it('reports why printers cannot be listed, and still queues a paper for a printer chosen by name', async () => {
    const service = open()
    await service.saveSettings({ kind: 'invoice', settings: { ...defaultPrintSettings, printer: 'desk' } })
    await server.close()
    const view = await service.read({})
    expect(view).toMatchObject({
      value: { printers: [], problem: "The print service on this computer isn't responding." },
    })
    expect(await service.print({ item, copies: null, idempotencyKey: 'print-0001' })).toMatchObject({
      failure: { code: 'printer-unavailable' },
    })
    const invoice = open({ readPrintable: async () => ok({ ...printable, kind: 'invoice' }) })
    expect(await invoice.print({ item, copies: null, idempotencyKey: 'print-0002' })).toMatchObject({ ok: true })
  })

  it('prints a test page without a person’s data, in the printer’s size, with the printer and the time', async () => {
    expect(await open().printTestPage({ printer: 'a4' })).toMatchObject({
      ok: true,
      value: { title: 'Test page', member: null, studyID: null, recipient: 'a4' },
    })
    const [job] = desk.queue().list()
    expect(payloads()).toMatchObject([{ printer: 'a4', pageSize: 'a4', copies: 1 }])
    const page = await PDFDocument.load(desk.store.content(job?.jobID ?? '') ?? '')
    expect(page.getPageCount()).toBe(1)
    expect(page.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 })
    const broken = open({ makeTestPage: () => Promise.reject(new Error('no font')) })
    expect(await broken.printTestPage({ printer: 'desk' })).toMatchObject({ failure: { code: 'unexpected' } })
  })
})
