import type { PrintItem, PrintingBridge, PrintingView } from '#contract/printing/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import {
  defaultPrintSettings,
  type Printer,
  type PrintKind,
  type PrintSettings,
  printKinds,
  printSettingsSchema,
} from '#domain/printing/printing.ts'
import type { JobDisplay } from '#domain/queue/stored-job.ts'
import type { Policy } from '#domain/settings/policy.ts'
import type { Instant } from '#domain/values/instant.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import type { Spooler } from '../devices/printer/spooler.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import { toJobFor } from '../queue/jobs-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { readPolicyPrinter } from './policy-printers.ts'
import type { PrintPayload } from './print-deliverer.ts'
import { makeTestPage as drawTestPage } from './test-page.ts'

/** A paper that is ready to print: its PDF, its kind and its member. */
export type Printable = Pick<JobDisplay, 'title' | 'member' | 'studyID' | 'locationID'> & {
  readonly bytes: Uint8Array
  readonly kind: PrintKind
}

export type PrintingServiceParts = {
  readonly spooler: Spooler
  readonly settings: SettingsJournal
  /**
   * The organisation's settings. A printer that the organisation set overrides the printer chosen at this workstation.
   */
  readonly policy: Policy
  readonly queue: Pick<JobQueue, 'add' | 'read'>
  readonly session: Pick<SessionHolder, 'user'>
  readonly readPrintable: (item: PrintItem) => Promise<Reply<Printable>>
  /** Returns an unguessable id of letters, digits and dashes. */
  readonly newId: () => string
  readonly now: () => Instant
  readonly makeTestPage?: typeof drawTestPage
}

const noDefault = 'This computer has no default printer. Choose a printer for this paper in Settings.'
const describeMissing = (printer: string): string =>
  `The printer ${printer} is no longer available. Choose another in Settings.`
const setGone = (printer: string): string =>
  `Your organisation set the printer ${printer} for this paper, but this computer doesn't have it. Ask your IT support.`
const notDrawn = "The test page couldn't be created."

/** Creates the printing service: it stores the print settings of each kind of paper, and adds jobs to the queue. */
export const createPrintingService = (parts: PrintingServiceParts): PrintingBridge => {
  const { spooler, settings, policy, queue, session, readPrintable, newId, now, makeTestPage = drawTestPage } = parts

  const storedOf = (kind: PrintKind): PrintSettings => parseSettings(settings.read(nameOf(kind)))
  const settingsOf = (kind: PrintKind): PrintSettings => {
    const stored = storedOf(kind)
    return { ...stored, printer: readPolicyPrinter(policy, kind) ?? stored.printer }
  }
  const view = async (): Promise<PrintingView> => {
    const printers = await spooler.printers()
    const all = Object.fromEntries(printKinds.map((kind) => [kind, settingsOf(kind)])) as PrintingView['settings']
    return {
      printers: printers.ok ? printers.value : [],
      settings: all,
      managed: printKinds.filter((kind) => readPolicyPrinter(policy, kind) !== null),
      problem: printers.ok ? null : printers.failure.reason,
    }
  }
  /**
   * Finds the printer called `name` for a kind of paper; when `name` is null, the system's default printer. While the
   * spooler is unavailable, a named printer is accepted without a check.
   */
  const findPrinter = async (kind: PrintKind, name: string | null): Promise<Reply<Pick<Printer, 'name' | 'label'>>> => {
    const printers = await spooler.printers()
    if (!printers.ok)
      return name === null ? fail('printer-unavailable', printers.failure.reason) : ok({ name, label: name })
    const found = printers.value.find((one) => (name === null ? one.isDefault : one.name === name))
    if (found !== undefined) return ok(found)
    if (name === null) return fail('printer-not-found', noDefault)
    return fail('printer-not-found', readPolicyPrinter(policy, kind) === null ? describeMissing(name) : setGone(name))
  }
  const add = (
    jobID: string,
    content: Uint8Array,
    face: Omit<JobDisplay, 'by' | 'author' | 'recipient'>,
    printer: Pick<Printer, 'name' | 'label'>,
    how: Omit<PrintSettings, 'printer'>,
  ) => {
    const user = session.user()
    const jobName = `atrium-${newId()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 8)}`
    const job = queue.add({
      ...face,
      jobID,
      kind: 'print',
      recipient: printer.label,
      by: user?.fullname ?? '',
      author: user?.user_id ?? '',
      payload: { ...how, printer: printer.name, jobName } satisfies PrintPayload,
      content,
      holdMs: 0,
    })
    return job.ok ? ok(toJobFor(user, job.value)) : job
  }

  return {
    read: async () => ok(await view()),

    saveSettings: async ({ kind, settings: chosen }) => {
      // While the policy sets the printer, the user's own choice stays stored. It is used again once the policy sets
      // none.
      const printer = readPolicyPrinter(policy, kind) === null ? chosen.printer : storedOf(kind).printer
      settings.write(nameOf(kind), JSON.stringify({ ...chosen, printer }))
      return ok(await view())
    },

    printTestPage: async ({ printer }) => {
      const printers = await spooler.printers()
      if (!printers.ok) return fail('printer-unavailable', printers.failure.reason)
      const found = printers.value.find(({ name }) => name === printer)
      if (found === undefined) return fail('printer-not-found', describeMissing(printer))
      const pageSize = found.pageSizes.includes('letter') ? 'letter' : (found.pageSizes[0] ?? 'letter')
      const { hasDuplex, label } = found
      const content = await makeTestPage({
        printer: label,
        pageSize,
        hasDuplex,
        at: formatInstant(now(), hostZone()),
      }).catch(() => null)
      if (content === null) return fail('unexpected', notDrawn)
      const face = { title: 'Test page', member: null, studyID: null, locationID: null }
      return add(newId(), content, face, found, { pageSize, copies: 1, duplex: 'one-sided' })
    },

    print: async ({ item, copies, printer: wanted, idempotencyKey }) => {
      // A repeated key means that the job is already in the queue, even if its paper or printer no longer exists.
      const earlier = queue.read(idempotencyKey)
      if (earlier !== null) return ok(toJobFor(session.user(), earlier))
      const printable = await readPrintable(item)
      if (!printable.ok) return printable
      const { bytes, kind, title, member, studyID, locationID } = printable.value
      const chosen = settingsOf(kind)
      const printer = await findPrinter(kind, readPolicyPrinter(policy, kind) ?? wanted ?? chosen.printer)
      if (!printer.ok) return printer
      const { pageSize, duplex } = chosen
      return add(idempotencyKey, bytes, { title, member, studyID, locationID }, printer.value, {
        pageSize,
        duplex,
        copies: copies ?? chosen.copies,
      })
    },
  }
}

/** A test page belongs to no member and no location: its time is in this computer's zone. */
const hostZone = (): ZoneId => parseZoneId(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? ('UTC' as ZoneId)

const nameOf = (kind: PrintKind): string => `printing.${kind}`

/** Returns the default settings for a kind that has none stored, or whose record cannot be read. */
const parseSettings = (text: string | null): PrintSettings => {
  if (text === null) return defaultPrintSettings
  try {
    return printSettingsSchema.safeParse(JSON.parse(text)).data ?? defaultPrintSettings
  } catch {
    return defaultPrintSettings
  }
}
