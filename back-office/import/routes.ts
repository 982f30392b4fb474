import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readImportProgress } from './import-progress.ts'
import { importUpload } from './import-upload.ts'

/** Maps the routes of imports (decisions section 6). */
export const importHandlers = {
  importFile: ({ params, body }, context) => importUpload(params.importID, body, context),
  readImportProgress: ({ params }) => readImportProgress(params.importID),
} satisfies Partial<Handlers<RouteName>>
