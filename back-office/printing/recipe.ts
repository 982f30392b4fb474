import type { RouteAnswer } from '#contract/back-office.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { drawOnPaper, type PaperRequest } from './paper-maker.ts'
import type { PaperSubject } from './study-paper-subject.ts'

/** A finished paper. Only the report's file name contains part of a member's name (study spec §9). */
export type MadePaper = RouteAnswer<'readPhysicianReport'>

/** The parts of the context that a paper is made with. */
type PaperContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'reconciliation'
  | 'results'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** How a paper of a study is made. {@link paperActions} has the permission that it needs. */
export type PaperRecipe = {
  /** Throws 409 `report-missing`, or a refusal that names what the study lacks. */
  readonly make: (subject: PaperSubject, context: PaperContext) => Promise<MadePaper> | MadePaper
}

/** Draws a paper and names its file. */
export const drawNamedPaper = async (fileName: string, paper: PaperRequest): Promise<MadePaper> => {
  const { bytes, pages } = await drawOnPaper(paper)
  return { fileName, base64: Buffer.from(bytes).toString('base64'), pages }
}
