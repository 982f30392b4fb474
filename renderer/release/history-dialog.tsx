import { useCallback, useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { HistorySend } from '#domain/release/practitioner-history.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { failureText } from '../study/panel-words.ts'
import { historyWords as words } from './history-words.ts'
import { LastSendStatus } from './inside/last-send.tsx'

type Props = {
  readonly bridge: Pick<Bridge, 'release'>
  readonly isOnline: boolean
  readonly practitionerID: string
  readonly name: string
  readonly onClose: () => void
}

type Read = {
  readonly sends: readonly HistorySend[] | null
  readonly next: string | null
  readonly failure: Failure | null
  readonly isReading: boolean
}

/** Lists every send to one practitioner at the user's locations, with the member of each, page by page. */
export function HistoryDialog({ bridge, isOnline, practitionerID, name, onClose }: Props) {
  const [read, setRead] = useState<Read>({ sends: null, next: null, failure: null, isReading: true })
  const load = useCallback(
    async (before: string | null): Promise<void> => {
      setRead((last) => ({ ...last, isReading: true }))
      const reply = await bridge.release.readHistory({ practitionerID, before })
      setRead((last) =>
        reply.ok
          ? {
              sends: [...(before === null ? [] : (last.sends ?? [])), ...reply.value.sends],
              next: reply.value.next,
              failure: null,
              isReading: false,
            }
          : { ...last, failure: reply.failure, isReading: false },
      )
    },
    [bridge, practitionerID],
  )
  useEffect(() => void load(null), [load])
  const { sends, next, failure, isReading } = read
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title(name)}
      subtitle={words.subtitle}
      footer={
        <>
          {next === null ? null : (
            <Button
              isPending={isReading}
              disabledReason={isOnline ? null : words.offline}
              onPress={() => void load(next)}
            >
              {words.older}
            </Button>
          )}
          <Button onPress={onClose}>{words.close}</Button>
        </>
      }
    >
      {failure === null ? null : (
        <Banner
          tone="error"
          title={words.failed}
          action={
            <Button size="small" isPending={isReading} onPress={() => void load(sends === null ? null : next)}>
              {words.tryAgain}
            </Button>
          }
        >
          {isOnline ? failureText(failure) : words.offline}
        </Banner>
      )}
      {sends === null ? (
        failure === null ? (
          <SkeletonGroup label={words.loading}>
            <Skeleton shape="block" height="160px" />
          </SkeletonGroup>
        ) : null
      ) : sends.length === 0 ? (
        <EmptyState size="compact" title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        <HistoryTable sends={sends} name={name} />
      )}
    </Dialog>
  )
}

function HistoryTable({ sends, name }: { readonly sends: readonly HistorySend[]; readonly name: string }) {
  return (
    <Table<HistorySend>
      caption={words.caption(name)}
      density="small"
      className="rel-table"
      rows={sends}
      rowKey={({ delivery }) => delivery.deliveryID}
      columns={[
        {
          id: 'sent',
          header: words.sent,
          isRowHeader: true,
          cell: ({ delivery, timezone }) => (
            <LastSendStatus last={{ latest: delivery, reached: null }} zone={timezone} isShort />
          ),
        },
        { id: 'document', header: words.document, cell: ({ delivery }) => delivery.title },
        {
          id: 'member',
          header: words.member,
          cell: ({ member, location }) => (
            <>
              {member.name}
              <span className="stp__below">{formatDate(member.dob)}</span>
              <span className="stp__below">{location}</span>
            </>
          ),
        },
        {
          id: 'study',
          header: words.study,
          cell: ({ delivery, member }) => (
            <LinkButton
              href={paths.study(delivery.studyID)}
              variant="text"
              aria-label={words.openStudyOf(delivery.studyID, `${member.name}, ${formatDate(member.dob)}`)}
            >
              {delivery.studyID}
            </LinkButton>
          ),
        },
      ]}
    />
  )
}
