import { backOfficeRoutes } from '#contract/back-office.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { failureCodes } from '#contract/reply.ts'
import { cardRoutes } from '#domain/payments/payment-attempt.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { jobKinds } from '#domain/queue/job.ts'
import { isKnownDetail, type KnownWords } from '#domain/support/bundle-log.ts'
import { literalWords } from '#domain/support/literal-words.ts'
import { feedFailureCodes } from '#domain/update/feed-failure-codes.ts'
import { updateFailureCodes } from '#domain/update/update-failure-codes.ts'
import type { KnowsDetail } from '#runtime/log.ts'
import { logCodes } from '#runtime/log-codes.ts'
import { createOwnFileCheck } from '#runtime/own-files.ts'
import { listFieldNames, listGraphqlNames } from './field-names.ts'

let fieldNames: ReadonlySet<string> | null = null

/**
 * The words that a support bundle may quote from log lines: names of our own things, and nothing that a person typed.
 */
export const knownWords: KnownWords = {
  logCodes: new Set(Object.keys(logCodes)),
  words: new Set([
    ...Object.entries(bridgeSchemas).flatMap(([subject, methods]) =>
      Object.keys(methods).map((method) => `${subject}.${method}`),
    ),
    ...Object.keys(backOfficeRoutes),
    ...listGraphqlNames().map((name) => `graphql.${name}`),
    ...failureCodes,
    ...jobKinds,
    ...paymentTypes,
    ...cardRoutes,
    ...feedFailureCodes,
    ...updateFailureCodes,
    ...literalWords,
  ]),
  isFieldName: (name) => {
    // Built when the first refused field is checked, because most runs have no refused field.
    fieldNames ??= listFieldNames()
    return fieldNames.has(name)
  },
  isOwnFile: createOwnFileCheck(),
}

/** Returns whether the workstation's log is allowed to contain this value of this detail. */
export const knowsLogDetail: KnowsDetail = (name, value) => isKnownDetail(name, value, knownWords)
