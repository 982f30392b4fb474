import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { serveDrawings } from '#paper/sheet/serve-drawings.ts'

/** Answers with the number of its own thread as the number of pages, instead of drawing a paper. */
serveDrawings(async ({ fails }: { readonly fails?: boolean }, fonts) => {
  await setTimeout(20)
  if (fails === true) throw new TypeError('not a paper')
  return { bytes: fonts.bold.subarray(0, 4), pages: threadId }
})
