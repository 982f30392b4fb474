import type { Handlers } from '../rest/handler.ts'
import { notThereYet } from './not-there-yet.ts'

/** A study's side of the CRM (study spec §2 Sales). */
export const crmStudyHandlers: Handlers<'readStudyOpportunity' | 'changeStudyOpportunity' | 'linkStudyOpportunity'> = {
  readStudyOpportunity: notThereYet,
  changeStudyOpportunity: notThereYet,
  linkStudyOpportunity: notThereYet,
}
