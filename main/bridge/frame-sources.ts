import { schedulerOrigin } from '#domain/study/scheduler.ts'

/**
 * Where frames of the window may come from: the scheduling service and the back office's stand-in of it. The embedded back
 * office (null) chooses its port after the window's first page is served.
 */
export const frameSources = (backOfficeUrl: string | null): readonly string[] => [
  schedulerOrigin,
  backOfficeUrl === null || !URL.canParse(backOfficeUrl) ? 'http://127.0.0.1:*' : new URL(backOfficeUrl).origin,
]
