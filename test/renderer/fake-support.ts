import { fail, ok } from '#contract/reply.ts'
import type { SupportBridge } from '#contract/support/bridge.ts'
import { toSupportFileName, toSupportText } from '#domain/support/support-text.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { aSupportBundle } from '#test/builders/support-bundle.ts'

const logEntries = 500

/**
 * Makes support bundles with a full log, and returns each for the window to save. Stores no errors of the window.
 */
export const createFakeSupport = (now: () => Instant): SupportBridge => {
  let made = 0
  let last = { bundleID: '', text: '', fileName: '' }
  return {
    read: async () => {
      made += 1
      const madeAt = now()
      const started = Date.parse(madeAt) - logEntries * 1000
      const text = toSupportText(
        aSupportBundle({
          madeAt,
          log: Array.from({ length: logEntries }, (_, second) => ({
            at: toInstant(started + second * 1000),
            level: 'info',
            code: 'back-office.out-of-reach',
            details: { code: 'offline', route: 'health' },
          })),
        }),
      )
      last = { bundleID: `bundle-${made}-of-test`, text, fileName: toSupportFileName(madeAt) }
      return ok(last)
    },
    save: async ({ bundleID }) => {
      if (bundleID !== last.bundleID)
        return fail(
          'not-found',
          'This support bundle is no longer available, so it was not saved. Create it again, then save it.',
        )
      const file = { fileName: last.fileName, contentType: 'text/plain', base64: btoa(last.text) }
      return ok({ kind: 'file', file })
    },
    reportWindowError: async () => ok({}),
  }
}
