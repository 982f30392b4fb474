import { MailOpen } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { SentMail } from '#contract/settings/routes.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { settingsWords } from './settings-words.ts'

const words = settingsWords.mail

type Stores = WithConnectivity

type Props = {
  readonly bridge: Pick<Bridge, 'workstation'>
  readonly stores: Stores
  /** The list does not name the study of an email, so its times use the zone of the chosen location. */
  readonly zone: ZoneId | undefined
}

/** Shows the emails that the demo's mail sink received; absent when mail goes to a real server. */
export function SentMailPanel({ bridge, stores, zone }: Props) {
  const [mail, setMail] = useState<Loadable<readonly SentMail[]>>({ kind: 'loading' })
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const load = useCallback(async () => {
    const reply = await bridge.workstation.readSentMail({})
    setMail(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }, [bridge])
  // Loads once, and again each time the connection is lost or restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reconnection reads again
  useEffect(() => void load(), [load, isReached])
  if (mail.kind === 'failed' && mail.failure.code === 'not-found') return null
  return (
    <Panel
      title={words.title}
      isCollapsible={false}
      isFlush={mail.kind === 'ready'}
      actions={
        <Button size="small" onPress={() => void load()}>
          {words.refresh}
        </Button>
      }
    >
      {mail.kind === 'ready' ? (
        <Table<SentMail>
          caption={words.caption}
          density="small"
          rows={mail.value}
          rowKey={({ mailID }) => mailID}
          empty={
            <EmptyState size="compact" icon={<MailOpen aria-hidden="true" />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          }
          columns={[
            { id: 'subject', header: words.subject, isRowHeader: true, cell: ({ subject }) => subject },
            { id: 'to', header: words.to, cell: ({ to }) => to.join(', ') },
            {
              id: 'time',
              header: words.time,
              cell: ({ at }) => (zone === undefined ? at : formatInstant(at, zone)),
            },
            {
              id: 'attachment',
              header: words.attachment,
              cell: ({ attachments }) =>
                attachments.length === 0
                  ? words.noAttachment
                  : attachments.map(({ fileName, sizeBytes }) => `${fileName} (${formatSize(sizeBytes)})`).join(', '),
            },
          ]}
        />
      ) : mail.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.notRead}
          action={
            <Button size="small" onPress={() => void load()}>
              {settingsWords.tryAgain}
            </Button>
          }
        >
          {mail.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton width="70%" />
          <Skeleton width="60%" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
