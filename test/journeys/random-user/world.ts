import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member, memberSchema } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Office } from '../office.ts'

/** The back office's data, as another workstation reads it, and whether the back office can be reached. */
export type World = {
  readonly office: Office
  readonly places: readonly { readonly locationID: string; readonly name: string }[]
  isOfficeUp: boolean
  /** When the back office or the workstation was last started again. */
  restoredAt: number
  /** The names of the walkers who sent a booking and have not seen its result. */
  unsettled: Set<string>
  names(): readonly string[]
  studyIDs(): readonly string[]
  /** Returns the name and birth date of a study's member, if known. */
  personOf(studyID: string): { readonly name: string; readonly dates: readonly string[] } | null
  /** Reads everything again; returns new pairs of studies that share a machine and a time. */
  refresh(): Promise<readonly string[]>
}

/** Returns a birth date in every format that a page may use. */
const writingsOf = (dob: Member['dob']): readonly string[] => {
  const [year = '', month = '', day = ''] = dob.split('-')
  const shortMonth = formatDate(dob).split(' ')[1] ?? ''
  return [dob, formatDate(dob), `${shortMonth} ${Number(day)}, ${year}`, `${month}/${day}/${year}`]
}

const startOf = ({ booking }: Study): string => booking?.utcStart ?? ''

const overlaps = (studies: readonly Study[]): readonly string[] => {
  const byMachine = new Map<string, Study[]>()
  for (const study of studies) {
    const { booking, status } = study
    if (booking === null || status.cancelled) continue
    const machine = byMachine.get(booking.machineID) ?? []
    machine.push(study)
    byMachine.set(booking.machineID, machine)
  }
  return [...byMachine.values()].flatMap((taken) => {
    const ordered = taken.sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
    return ordered.flatMap((study, index) => {
      const before = ordered[index - 1]?.booking
      if (before == null || study.booking === null || study.booking.utcStart >= before.utcEnd) return []
      return [`${ordered[index - 1]?.studyID} and ${study.studyID} on ${study.booking.machineID}`]
    })
  })
}

/** Creates a view of a back office's data for some of its locations. */
export const createWorld = async (office: Office, places: World['places']): Promise<World> => {
  const studies = new Map<string, Study>()
  const members = new Map<string, Member>()
  const known = new Set<string>()
  const read = async (): Promise<readonly string[]> => {
    for (const { locationID } of places) {
      for (const change of await office.changesOf(locationID)) {
        if (change.value === null) continue
        if (change.kind === 'study') studies.set(change.id, change.value)
        if (change.kind === 'member') members.set(change.id, memberSchema.parse(change.value))
      }
    }
    const found = overlaps([...studies.values()]).filter((pair) => !known.has(pair))
    for (const pair of found) known.add(pair)
    return found
  }
  // Overlaps in the demo's own data are ignored.
  await read()
  return {
    office,
    places,
    isOfficeUp: true,
    restoredAt: performance.now(),
    unsettled: new Set(),
    names: () => [...members.values()].map(fullName),
    studyIDs: () => [...studies.keys()],
    personOf: (studyID) => {
      const member = members.get(studies.get(studyID)?.patientID ?? '')
      return member === undefined ? null : { name: fullName(member), dates: writingsOf(member.dob) }
    },
    refresh: read,
  }
}
