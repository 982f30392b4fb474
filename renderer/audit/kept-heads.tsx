import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type KeptHeads, maxReviewReasonChars } from '#contract/audit/fields.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { AuditStore, AuditTask } from './audit-store.ts'
import { auditWords, describeAuditFailure } from './audit-words.ts'

const words = auditWords.heads.kept

type Props = {
  readonly store: AuditStore
  readonly zone: ZoneId
  readonly running: AuditTask | null
  readonly offlineReason: string | null
}

/** The element id of the heading above the heads, which are below the list of entries. */
export const headsHeadingID = 'audit-heads'

/** Shows, above the list of entries, that workstations report a difference. Its button leads to the details below. */
export function DifferenceBanner({ store }: Pick<Props, 'store'>) {
  const count = useStore(store, ({ kept }) =>
    kept.kind === 'ready' ? kept.value.filter(({ isOpen }) => isOpen).length : 0,
  )
  if (count === 0) return null
  const show = (): void => document.getElementById(headsHeadingID)?.focus()
  return (
    <Banner
      tone="error"
      title={words.open(count)}
      action={
        <Button size="small" onPress={show}>
          {words.show}
        </Button>
      }
    />
  )
}

/**
 * Shows each workstation's last report about the heads that it keeps. A difference and its alert stay until an
 * administrator enters a reason.
 */
export function KeptHeadsList({ store, zone, running, offlineReason }: Props) {
  const kept = useStore(store, (state) => state.kept)
  const isReached = offlineReason === null
  const [wasReviewed, setWasReviewed] = useState(false)
  useEffect(() => {
    if (isReached) void store.getState().loadKept()
  }, [isReached, store])
  if (kept.kind === 'failed') {
    return (
      <Banner
        tone="warning"
        title={words.failed}
        action={
          <Button size="small" disabledReason={offlineReason} onPress={() => void store.getState().loadKept()}>
            {auditWords.tryAgain}
          </Button>
        }
      >
        {describeAuditFailure(kept.failure)}
      </Banner>
    )
  }
  if (kept.kind !== 'ready') {
    return isReached ? (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="20px" />
      </SkeletonGroup>
    ) : null
  }
  const open = kept.value.filter(({ isOpen }) => isOpen)
  const last = Math.max(0, ...kept.value.map(({ comparedAt }) => comparedAt))
  return (
    <>
      {open.length > 0 ? (
        <Differences {...{ store, zone, running, offlineReason, open }} onReviewed={() => setWasReviewed(true)} />
      ) : (
        <p>
          {kept.value.length === 0
            ? words.none
            : words.allWell(kept.value.length, formatInstant(toInstant(last * 1000), zone))}
        </p>
      )}
      <div role="status">{wasReviewed && open.length === 0 ? words.reviewed : null}</div>
    </>
  )
}

const toReviewReason = (reason: string): string | null => {
  if (reason === '') return words.needsReason
  return reason.length > maxReviewReasonChars ? words.tooLong : null
}

type DifferencesProps = Props & { readonly open: readonly KeptHeads[]; readonly onReviewed: () => void }

function Differences({ store, zone, running, offlineReason, open, onReviewed }: DifferencesProps) {
  const [reason, setReason] = useState('')
  const time = (seconds: number | null): string =>
    seconds === null ? '' : formatInstant(toInstant(seconds * 1000), zone)
  const review = async (): Promise<void> => {
    if (await store.getState().reviewHeads(reason.trim())) onReviewed()
  }
  return (
    <>
      <p>{words.openText}</p>
      <Table
        caption={words.table}
        columns={[
          {
            id: 'workstation',
            header: words.columns.workstation,
            isRowHeader: true,
            cell: ({ workstationID }) => workstationID,
          },
          { id: 'head', header: words.columns.head, cell: ({ problemAt }) => time(problemAt) },
          {
            id: 'state',
            header: words.columns.state,
            cell: ({ problem }) => (problem === null ? '' : auditWords.heads.states[problem]),
          },
          { id: 'compared', header: words.columns.compared, cell: ({ comparedAt }) => time(comparedAt) },
        ]}
        rows={open}
        rowKey={({ workstationID }) => workstationID}
      />
      <div className="s-audit__review">
        <TextField
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          onChange={setReason}
          errorMessage={reason.trim().length > maxReviewReasonChars ? words.tooLong : undefined}
        />
        <Button
          isPending={running === 'review'}
          disabledReason={offlineReason ?? toReviewReason(reason.trim())}
          onPress={() => void review()}
        >
          {words.review}
        </Button>
      </div>
    </>
  )
}
