import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type ImportKind, importKinds } from '#domain/import/import-kinds.ts'
import type { KindCounts, ReportLine } from '#domain/import/import-report.ts'
import { readBookingRow } from '#domain/import/read-booking.ts'
import { readGiftCardRow } from '#domain/import/read-gift-card.ts'
import { readLocationRow } from '#domain/import/read-location.ts'
import { readMemberRow } from '#domain/import/read-member.ts'
import { readPractitionerRow } from '#domain/import/read-practitioner.ts'
import { type ImportCells, type RowProblem, type RowReading, textOfCell } from '#domain/import/read-row.ts'
import { readScanTypeRow, type ScanTypeDraft, sellAt } from '#domain/import/read-scan-type.ts'
import type { Location } from '#domain/locations/location.ts'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { toReadableID } from '../kernel/readable-id.ts'
import { latestToday } from '../members/member-checks.ts'
import { readSkus } from '../repositories/catalogue-repository.ts'
import { findExternalIDs, findUsedEmails, findUsedGiftCards } from '../repositories/external-ids-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findBookedMembers, planBooking, readMachineCalendar } from './check-bookings.ts'
import type { FileSection } from './file-reading.ts'
import type { ImportContext, ImportPlan, ImportRecord, PlannedBooking } from './import-plan.ts'
import { backOfficeImportWords as words } from './import-words.ts'

/** What an import would do. `report` has a line for each refused cell. The plan is usable only if `report` is empty. */
export type ImportCheck = {
  readonly plan: ImportPlan
  readonly counts: readonly KindCounts[]
  readonly report: readonly ReportLine[]
}

/** The number of rows that are checked before other work of the process runs. */
const rowsATime = 500

/**
 * Checks all rows of a file against the rules and the database. Writes nothing. In a transaction on PostgreSQL it locks
 * the machines that the bookings need, so that the plan stays valid until the commit.
 */
export const checkImport = async (
  db: Database,
  kind: DatabaseKind,
  sections: readonly FileSection[],
  context: ImportContext,
): Promise<ImportCheck> => {
  const check = new Check(db, sections, context)
  const locations = await check.locations()
  const scanTypes = await check.scanTypes()
  const practitioners = await check.read('practitioners', 'p', readPractitionerRow)
  const members = await check.members()
  const giftCards = await check.giftCards()
  if (db.isTransaction) await check.lockMachines(kind)
  const bookings = await check.bookings(members)
  const finalOf = (location: Location): Location => check.known.get(location.locationID) ?? location
  const added = new Set<string>(locations.map(({ id }) => id))
  return {
    plan: {
      locations: locations.map((record) => ({ ...record, value: finalOf(record.value) })),
      changedLocations: [...check.changed].filter((id) => !added.has(id)).flatMap((id) => check.known.get(id) ?? []),
      scanTypes,
      practitioners,
      members,
      giftCards,
      bookings,
    },
    counts: check.counts(),
    report: check.report.toSorted(
      (a, b) => importKinds.indexOf(a.kind) - importKinds.indexOf(b.kind) || a.line - b.line,
    ),
  }
}

class Check {
  readonly report: ReportLine[] = []
  /** Locations of the database and of the file, with the scan types of the file. */
  readonly known = new Map<string, Location>()
  /** Ids of locations that sell a scan type of the file. */
  readonly changed = new Set<string>()
  readonly #db: Database
  readonly #sections: readonly FileSection[]
  readonly #context: ImportContext
  readonly #rejected = new Map<ImportKind, Set<number>>()
  readonly #imported = new Map<ImportKind, number>()
  readonly #total: number
  #done = 0

  constructor(db: Database, sections: readonly FileSection[], context: ImportContext) {
    this.#db = db
    this.#sections = sections
    this.#context = context
    this.#total = sections.reduce((sum, { lines }) => sum + lines.length, 0)
  }

  /** Reads the rows of a kind. Omits those imported earlier, and reports the refused ones. */
  async read<Value>(
    kind: ImportKind,
    letter: string,
    read: (cells: ImportCells) => RowReading<Value>,
  ): Promise<readonly ImportRecord<Value>[]> {
    const lines = this.#linesOf(kind)
    const ids = lines.map(({ cells }) => textOfCell(cells, 'external_id')).filter((id) => id !== '')
    const imported = await findExternalIDs(this.#db, kind, [...new Set(ids)])
    const seen = new Map<string, number>()
    const records: ImportRecord<Value>[] = []
    for (const { line, cells, problem } of lines) {
      await this.#step()
      const externalID = textOfCell(cells, 'external_id')
      if (problem !== undefined) {
        this.#refuse(kind, line, [problem])
      } else if (imported.has(externalID)) {
        this.#imported.set(kind, (this.#imported.get(kind) ?? 0) + 1)
      } else if (seen.has(externalID)) {
        this.#refuse(kind, line, [{ field: 'external_id', problem: words.onLine(seen.get(externalID) ?? 0) }])
      } else {
        if (externalID !== '') seen.set(externalID, line)
        const reading = read(cells)
        if (reading.ok) records.push({ line, externalID, id: this.#newID(letter), value: reading.value })
        else this.#refuse(kind, line, reading.problems)
      }
    }
    return records
  }

  async locations(): Promise<readonly ImportRecord<Location>[]> {
    for (const location of await readLocations(this.#db)) this.known.set(location.locationID, location)
    const records = await this.read('locations', 'l', readLocationRow)
    const fresh = this.#withoutTwins('locations', 'location_id', records, ({ locationID }) => locationID, this.known)
    for (const { value } of fresh) this.known.set(value.locationID, value)
    return fresh.map((record) => ({ ...record, id: record.value.locationID }))
  }

  async scanTypes(): Promise<readonly ImportRecord<ScanTypeDraft>[]> {
    const used = new Set((await readSkus(this.#db)).map(({ skuID }) => String(skuID)))
    const records = await this.read('catalogue', 'c', readScanTypeRow)
    const fresh = this.#withoutTwins('catalogue', 'sku_id', records, ({ sku }) => String(sku.skuID), used)
    return fresh.flatMap((record) => {
      const { locations } = record.value
      const active = [...this.known.values()].filter((location) => location.active)
      const places = locations === 'all' ? active.map(({ locationID }) => locationID as string) : locations
      if (places.some((place) => !this.known.has(place))) {
        this.#refuse('catalogue', record.line, [{ field: 'locations', problem: words.unknownLocation }])
        return []
      }
      for (const place of new Set(places)) {
        const location = this.known.get(place)
        if (location === undefined) continue
        this.known.set(place, sellAt(location, record.value))
        this.changed.add(place)
      }
      return [{ ...record, id: String(record.value.sku.skuID) }]
    })
  }

  async members() {
    const today = latestToday(this.#context.now)
    const records = await this.read('members', 'm', (cells) => readMemberRow(cells, today))
    const keyOf = ({ email }: { readonly email: string }): string => email.toLowerCase()
    const used = await findUsedEmails(
      this.#db,
      records.map(({ value }) => keyOf(value)),
    )
    return this.#withoutTwins('members', 'email', records, keyOf, used)
  }

  async giftCards() {
    const records = await this.read('gift-cards', 'g', readGiftCardRow)
    const keyOf = ({ number }: { readonly number: string }): string => normalizeGiftCardNumber(number)
    const used = await findUsedGiftCards(
      this.#db,
      records.map(({ value }) => keyOf(value)),
    )
    const fresh = this.#withoutTwins('gift-cards', 'number', records, keyOf, used)
    return fresh.map((record) => ({ ...record, id: keyOf(record.value) }))
  }

  /** Locks the machines of the locations where the file has bookings. */
  async lockMachines(kind: DatabaseKind): Promise<void> {
    const booked = this.#bookedLocations()
    const machines = booked.flatMap((location) => location.machines.map(({ machineID }) => machineID))
    await lockMachines(
      this.#db,
      kind,
      machines,
      booked.map(({ locationID }) => locationID),
    )
  }

  async bookings(members: Awaited<ReturnType<Check['members']>>): Promise<readonly ImportRecord<PlannedBooking>[]> {
    const records = await this.read('bookings', 's', readBookingRow)
    const added = new Map(members.map(({ externalID, id, value }) => [externalID, { id, gender: value.gender }]))
    const known = {
      members: await findBookedMembers(
        this.#db,
        records.map(({ value }) => value),
        added,
      ),
      locations: this.known,
      calendar: await readMachineCalendar(this.#db, this.#bookedLocations(), this.#context.now),
      now: this.#context.now,
    }
    const planned: ImportRecord<PlannedBooking>[] = []
    for (const [index, record] of records.entries()) {
      if (index % rowsATime === 0) await letOthersRun()
      const result = planBooking(record, known)
      if ('problem' in result) this.#refuse('bookings', record.line, [result])
      else planned.push(result)
    }
    return planned
  }

  counts(): readonly KindCounts[] {
    return importKinds.flatMap((kind) => {
      const rows = this.#linesOf(kind).length
      const known = this.#imported.get(kind) ?? 0
      const rejected = this.#rejected.get(kind)?.size ?? 0
      return rows === 0 ? [] : [{ kind, rows, known, rejected, added: rows - known - rejected }]
    })
  }

  /** Refuses records whose key already exists, in the database or earlier in the file. */
  #withoutTwins<Value>(
    kind: ImportKind,
    field: string,
    records: readonly ImportRecord<Value>[],
    keyOf: (value: Value) => string,
    used: { has(key: string): boolean },
  ): readonly ImportRecord<Value>[] {
    const seen = new Map<string, number>()
    return records.filter(({ line, value }) => {
      const key = keyOf(value)
      const first = seen.get(key)
      const problem = used.has(key) ? words.inUse : first === undefined ? null : words.onLine(first)
      if (first === undefined) seen.set(key, line)
      if (problem !== null) this.#refuse(kind, line, [{ field, problem }])
      return problem === null
    })
  }

  #bookedLocations(): readonly Location[] {
    const ids = new Set(this.#linesOf('bookings').map(({ cells }) => textOfCell(cells, 'location_id')))
    return [...ids].flatMap((id) => this.known.get(id) ?? [])
  }

  #linesOf(kind: ImportKind) {
    return this.#sections.filter((section) => section.kind === kind).flatMap(({ lines }) => lines)
  }

  #newID(letter: string): string {
    const id = this.#context.newId()
    return letter === 'm' || letter === 's' ? toReadableID(letter, id) : `${letter}-${id}`
  }

  #refuse(kind: ImportKind, line: number, problems: readonly RowProblem[]): void {
    const lines = this.#rejected.get(kind) ?? new Set()
    this.#rejected.set(kind, lines.add(line))
    for (const { field, problem } of problems) this.report.push({ kind, line, field, problem })
  }

  async #step(): Promise<void> {
    this.#done += 1
    if (this.#done % rowsATime !== 0 && this.#done !== this.#total) return
    this.#context.onProgress('checked', this.#done, this.#total)
    await letOthersRun()
  }
}
