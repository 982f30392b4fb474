import { MailOpen } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { SentMail } from '#contract/settings/routes.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { formatSize } from './workstation-words.ts'

type Stores = WithConnectivity

type Props = {
  readonly bridge: Pick<Bridge, 'workstation'>
  readonly stores: Stores
  /** The zone of the chosen location: the list does not have the study of an e-mail. */
  readonly zone: ZoneId | undefined
}

/** Shows the e-mails that the demo's mail sink received; absent when mail goes to a real server. */
export function SentMailPanel({ bridge, stores, zone }: Props) {
  const [mail, setMail] = useState<Loadable<readonly SentMail[]>>({ kind: 'loading' })
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const load = useCallback(async () => {
    const reply = await bridge.workstation.readSentMail({})
    setMail(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }, [bridge])
  // Loads once, and again after a reconnection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reconnection reads again
  useEffect(() => void load(), [load, isReached])
  if (mail.kind === 'failed' && mail.failure.code === 'not-found') return null
  return (
    <Panel
      title="Sent e-mail (demo)"
      isCollapsible={false}
      isFlush={mail.kind === 'ready'}
      actions={
        <Button size="small" onPress={() => void load()}>
          Refresh
        </Button>
      }
    >
      {mail.kind === 'ready' ? (
        <Table<SentMail>
          caption="E-mail that was sent, newest first"
          density="small"
          rows={mail.value}
          rowKey={({ mailID }) => mailID}
          empty={
            <EmptyState size="small" icon={<MailOpen aria-hidden="true" />} title="No e-mail was sent yet">
              In the demo nothing leaves this computer: what would be sent stands here.
            </EmptyState>
          }
          columns={[
            { id: 'subject', header: 'Subject', isRowHeader: true, cell: ({ subject }) => subject },
            { id: 'to', header: 'To', cell: ({ to }) => to.join(', ') },
            {
              id: 'time',
              header: 'Time',
              cell: ({ at }) => (zone === undefined ? at : formatInstant(at, zone)),
            },
            {
              id: 'attachment',
              header: 'Attachment',
              cell: ({ attachments }) =>
                attachments.length === 0
                  ? 'None'
                  : attachments.map(({ fileName, sizeBytes }) => `${fileName} (${formatSize(sizeBytes)})`).join(', '),
            },
          ]}
        />
      ) : mail.kind === 'failed' ? (
        <Banner
          tone="error"
          title="The sent e-mail could not be read"
          action={
            <Button size="small" onPress={() => void load()}>
              Try again
            </Button>
          }
        >
          {mail.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label="Loading the sent e-mail">
          <Skeleton width="70%" />
          <Skeleton width="60%" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
