import type { ImportedBooking } from '#domain/import/read-booking.ts'
import type { GiftCardDraft } from '#domain/import/read-gift-card.ts'
import type { PractitionerDraft } from '#domain/import/read-practitioner.ts'
import type { ScanTypeDraft } from '#domain/import/read-scan-type.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Gender, MemberDraft } from '#domain/members/member.ts'
import type { PlannedAppointment } from '../booking/appointment.ts'

/** A valid row with the id that its record gets. */
export type ImportRecord<Value> = {
  readonly line: number
  readonly externalID: string
  readonly id: string
  readonly value: Value
}

export type PlannedBooking = {
  readonly draft: ImportedBooking
  readonly patientID: string
  readonly gender: Gender
  readonly location: Location
  readonly plan: PlannedAppointment
}

/** What an import will write. */
export type ImportPlan = {
  /** Includes the scan types of the same file. */
  readonly locations: readonly ImportRecord<Location>[]
  /** Locations that the database already has and that will sell scan types of the file. */
  readonly changedLocations: readonly Location[]
  readonly scanTypes: readonly ImportRecord<ScanTypeDraft>[]
  readonly practitioners: readonly ImportRecord<PractitionerDraft>[]
  readonly members: readonly ImportRecord<MemberDraft>[]
  readonly giftCards: readonly ImportRecord<GiftCardDraft>[]
  readonly bookings: readonly ImportRecord<PlannedBooking>[]
}

/** The writer of the records: the administrator, or the command line, which has no account. */
type ImportWriter = {
  readonly userID: string | null
  readonly name: string
  /** The workstation that sent the file, if it named itself. */
  readonly workstationID: string | null
}

export type ImportContext = {
  /** Epoch seconds. */
  readonly now: number
  readonly newId: () => string
  readonly writer: ImportWriter
  /** Called at intervals with the number of rows of a step that are done. */
  readonly onProgress: (step: 'checked' | 'stored', done: number, total: number) => void
}
