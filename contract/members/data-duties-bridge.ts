import { z } from 'zod'
import type { Erasure } from '#domain/members/erasure.ts'
import { type LegalHold, legalHoldIDSchema } from '#domain/members/legal-hold.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import type { RetentionPeriod } from '#domain/members/retention.ts'
import { type Accepted, idempotencyKey, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import {
  type DataDuties,
  eraseFields,
  liftHoldFields,
  type MemberDuties,
  placeHoldFields,
  retentionFields,
} from './data-duties-fields.ts'

const ofMember = z.strictObject({ memberID: memberIDSchema })

export const dataDutiesCommands = {
  read: staffCommand(noInput),
  readMember: staffCommand(ofMember),
  placeHold: staffCommand(ofMember.extend({ ...placeHoldFields, idempotencyKey })),
  liftHold: staffCommand(z.strictObject({ holdID: legalHoldIDSchema, ...liftHoldFields, idempotencyKey })),
  changePeriod: staffCommand(z.strictObject(retentionFields)),
  erase: staffCommand(ofMember.extend({ ...eraseFields, idempotencyKey })),
}

/**
 * Legal holds and erasures of members, for administrators; other users get `insufficient-permissions`. None of these
 * commands is available offline.
 */
export interface DataDutiesBridge {
  /** Returns the legal holds in force, and the latest erasures. */
  read(input: Nothing): Promise<Reply<DataDuties>>
  /** Failures: `not-found`. */
  readMember(input: Accepted<typeof dataDutiesCommands.readMember>): Promise<Reply<MemberDuties>>
  /** Failures: `not-found`, `act-not-allowed` for an erased member or a name in use. */
  placeHold(input: Accepted<typeof dataDutiesCommands.placeHold>): Promise<Reply<LegalHold>>
  /**
   * Failures: `not-found`, `invalid-input` with field `name` if the name is not the hold's, `act-not-allowed` if the
   * hold is already lifted.
   */
  liftHold(input: Accepted<typeof dataDutiesCommands.liftHold>): Promise<Reply<LegalHold>>
  /**
   * Erases the member, and removes the member from this workstation. Failures: `not-found`, `act-not-allowed` with the
   * obstacle, `stale`.
   */
  erase(input: Accepted<typeof dataDutiesCommands.erase>): Promise<Reply<Erasure>>
  /** Sets a retention period. Failures: `invalid-input` with fields, `stale`. */
  changePeriod(input: Accepted<typeof dataDutiesCommands.changePeriod>): Promise<Reply<RetentionPeriod>>
}
