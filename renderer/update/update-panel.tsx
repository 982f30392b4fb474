import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { UpdateView } from '#contract/update/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { PolicyName } from '#domain/settings/policy.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { describeUpdate, hoursText } from './describe-update.ts'
import type { UpdateStore } from './update-store.ts'
import { channelWords, outcomeWords, updateWords as words } from './update-words.ts'

type Props = {
  readonly store: UpdateStore
  /** The zone of the chosen location. */
  readonly zone: ZoneId | undefined
}

/** Shows this workstation's version, channel, update state and earlier updates, and looks for updates on request. */
export function UpdatePanel({ store, zone }: Props) {
  const { update, load } = useStore(store)
  return (
    <Panel title={words.title} isCollapsible={false}>
      {update.kind === 'ready' ? (
        <Facts view={update.value} store={store} zone={zone} />
      ) : update.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.notRead}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {update.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}

function Facts({ view, store, zone }: Props & { readonly view: UpdateView }) {
  const underWay = useStore(store, (state) => state.underWay)
  const { state, hours, managed, lookedAt, isInstalledByIT } = view
  const isOff = state.kind === 'off'
  const fixedBy = (...keys: readonly PolicyName[]): string =>
    keys.some((key) => managed.includes(key)) ? `. ${words.setByOrganisation}` : ''
  return (
    <>
      <dl className="w-fact-rows tabular">
        <dt>{words.version}</dt>
        <dd>{view.version}</dd>
        <dt>{words.state}</dt>
        <dd>
          <span role="status">{describeUpdate(state)}</span>
        </dd>
        {isOff ? null : (
          <>
            <dt>{words.channel}</dt>
            <dd>
              {channelWords[view.channel]}
              {fixedBy('updateChannel')}
            </dd>
            <dt>{words.hours}</dt>
            <dd>
              {isInstalledByIT ? (
                words.byIT
              ) : (
                <>
                  {hours === null ? words.anyTime : words.betweenHours(...hoursText(hours))}
                  {fixedBy('updateFromHour', 'updateToHour', 'forceUpdates')}
                </>
              )}
            </dd>
            <dt>{words.lookedAt}</dt>
            <dd>{lookedAt === null || zone === undefined ? words.never : formatInstant(lookedAt, zone)}</dd>
          </>
        )}
        {(state.kind === 'ready' || state.kind === 'for-it') && state.notes.length > 0 ? (
          <Lines title={words.news}>
            {state.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </Lines>
        ) : null}
        {view.history.length === 0 || zone === undefined ? null : (
          <Lines title={words.history}>
            {view.history.map(({ from, version, at, outcome }) => {
              const date = formatDate(toWallTime(toInstant(at * 1000), zone).date)
              return <li key={at}>{`${date}, ${words.pastUpdate(from, version, outcomeWords[outcome])}`}</li>
            })}
          </Lines>
        )}
      </dl>
      {isOff ? null : (
        <div className="s-settings__actions">
          <Button isPending={underWay === 'look'} onPress={() => void store.getState().look()}>
            {words.look}
          </Button>
          {state.kind === 'ready' ? (
            <Button
              variant="primary"
              isPending={underWay === 'install'}
              onPress={() => void store.getState().install()}
            >
              {words.install}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

/** Shows one row of the facts: a title, and a list as its value. */
function Lines({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <ul>{children}</ul>
      </dd>
    </>
  )
}
