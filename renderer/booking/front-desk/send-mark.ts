import type { Bridge } from '#contract/bridge.ts'
import type { RetryKeys } from '../../kit/retry-keys.ts'
import { nothingConfirmed, type ScanConfirmation } from './scan-dialog.tsx'

type Mark = Pick<Parameters<Bridge['study']['mark']>[0], 'studyID' | 'act' | 'value'>

/**
 * Sets or undoes a mark of a study. After a lost answer, the same mark with the same confirmation is sent with the same
 * idempotency key. The server then applies the mark only once.
 */
export const sendMark = (
  { bridge, once: withRetryKey }: { readonly bridge: Pick<Bridge, 'study'>; readonly once: RetryKeys },
  mark: Mark,
  { confirmed, settleReason }: ScanConfirmation = nothingConfirmed,
): ReturnType<Bridge['study']['mark']> =>
  withRetryKey(JSON.stringify([mark, confirmed, settleReason]), (idempotencyKey) =>
    bridge.study.mark({
      ...mark,
      idempotencyKey,
      ...(confirmed.length === 0 ? {} : { confirmed }),
      ...(settleReason === null ? {} : { settleReason }),
    }),
  )
