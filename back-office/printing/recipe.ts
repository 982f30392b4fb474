import type { RouteAnswer } from '#contract/back-office.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { drawOnPaper, type PaperRequest } from './paper-maker.ts'
import type { PaperSubject } from './study-paper-subject.ts'

/** A finished paper. Its file name says nothing of a person, but for the report's own (study spec §9). */
export type MadePaper = RouteAnswer<'readPhysicianReport'>

/** What the papers of a study are made with. */
type PaperContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'results'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** How one of a study's papers is made, and what one must be allowed to be given it (study spec §6). */
export type PaperRecipe = {
  readonly action: StudyAction
  /** Throws 409 `report-missing`, or what else the study lacks for it. */
  readonly make: (subject: PaperSubject, context: PaperContext) => Promise<MadePaper> | MadePaper
}

/** Draws a paper under a file name. */
export const drawNamedPaper = async (fileName: string, paper: PaperRequest): Promise<MadePaper> => {
  const { bytes, pages } = await drawOnPaper(paper)
  return { fileName, base64: Buffer.from(bytes).toString('base64'), pages }
}
