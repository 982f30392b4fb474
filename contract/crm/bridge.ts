import { z } from 'zod'
import { type CrmOpportunity, type CrmPerson, crmIDSchema } from '#domain/crm/crm.ts'
import type { Member } from '#domain/members/member.ts'
import { type Accepted, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'

export type CrmBooking = {
  readonly person: CrmPerson
  readonly opportunity: CrmOpportunity
  readonly member: Member | null
}

export const crmCommands = {
  findOpportunity: staffCommand(z.strictObject({ opportunityID: crmIDSchema })),
  readBooking: staffCommand(z.strictObject({ personID: crmIDSchema, opportunityID: crmIDSchema })),
}

export interface CrmBridge {
  /**
   * Finds an opportunity by its id, with its person, for a booking. Failures: `not-found`, `location-forbidden`,
   * `crm-unavailable`, `offline`.
   */
  findOpportunity(input: Accepted<typeof crmCommands.findOpportunity>): Promise<Reply<CrmBooking>>
  /**
   * Reads the person, the opportunity and the member for the page `/admin/booking/salesforce?personID&opportunityID`.
   * Failures: `not-found`, `opportunity-mismatch`, `location-forbidden`, `crm-unavailable`, `offline`.
   */
  readBooking(input: Accepted<typeof crmCommands.readBooking>): Promise<Reply<CrmBooking>>
}
