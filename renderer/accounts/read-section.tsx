import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Reply } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { accountsWords } from './accounts-words.ts'
import './accounts.css'

type Props<Value> = {
  readonly stores: WithConnectivity
  /** Reads the value. Must be the same function at each render. */
  readonly read: () => Promise<Reply<Value>>
  /** The milliseconds between two readings. If absent, the section reads only once. */
  readonly everyMs?: number
  readonly words: {
    readonly intro: string
    readonly loading: string
    readonly failedTitle: string
    readonly check: string
  }
  /** Returns one sentence about the value, which is shown beside the button that reads again. */
  readonly summary: (value: Value) => string
  readonly children: (value: Value) => ReactNode
}

/**
 * Shows a section of Administration about the server. If a later reading fails, the section keeps the earlier value.
 */
export function ReadSection<Value>({ stores, read, everyMs, words, summary, children }: Props<Value>) {
  const [view, setView] = useState<Loadable<Value>>({ kind: 'loading' })
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const load = useCallback(async (): Promise<void> => {
    const reply = await read()
    setView((before) => {
      if (reply.ok) return { kind: 'ready', value: reply.value }
      return before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }
    })
  }, [read])
  useEffect(() => {
    void load()
    if (everyMs === undefined) return undefined
    const timer = setInterval(() => void load(), everyMs)
    return () => clearInterval(timer)
  }, [load, everyMs])

  if (view.kind === 'failed') {
    return (
      <EmptyState
        title={words.failedTitle}
        action={<Button onPress={() => void load()}>{accountsWords.tryAgain}</Button>}
      >
        {view.failure.message}
      </EmptyState>
    )
  }
  if (view.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="240px" />
      </SkeletonGroup>
    )
  }
  return (
    <div className="s-accounts">
      <p className="s-accounts__quiet">{words.intro}</p>
      {isReached ? null : (
        <Banner tone="warning" title={accountsWords.offlineTitle}>
          {accountsWords.offline}
        </Banner>
      )}
      <div className="s-accounts__tools">
        <p role="status">{summary(view.value)}</p>
        <Button disabledReason={isReached ? null : accountsWords.needsConnection} onPress={() => void load()}>
          {words.check}
        </Button>
      </div>
      {children(view.value)}
    </div>
  )
}
