import { z } from 'zod'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'

/** A change of an opportunity's type and lead source; `expected` has the values that the screen showed. */
export const opportunityChangeFields = {
  expected: z.strictObject({ Type: z.string().max(60), LeadSource: z.string().max(100) }),
  changes: z.strictObject({
    Type: optionalLineOfText(60).optional(),
    LeadSource: optionalLineOfText(100).optional(),
  }),
}

export const opportunityLinkFields = {
  opportunityID: crmIDSchema,
  /** Whether staff compared the opportunity's person with the member and confirmed that both are the same person. */
  isConfirmed: z.boolean().optional(),
}
