import { useCallback, useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { Study } from '#domain/study/study.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import type { StudyPage } from './study-part-props.ts'

type MessagesProps = Pick<StudyPage, 'isOnline' | 'now'> & {
  readonly bridge: Pick<Bridge, 'messages'>
  readonly study: Pick<Study, 'studyID' | 'version'>
}

type ReadMessages = {
  readonly messages: Loadable<readonly MessageView[]>
  /** Why the last load failed; null after a success. `messages` keeps an earlier list. */
  readonly behind: Failure | null
  readonly load: () => Promise<void>
  readonly show: (messages: readonly MessageView[]) => void
}

/** Reads the messages of a study, again for each version of the study, each minute, and when the connection changes. */
export const useMessages = ({ bridge, study, isOnline, now }: MessagesProps): ReadMessages => {
  const { studyID, version } = study
  const [messages, setMessages] = useState<ReadMessages['messages']>({ kind: 'loading' })
  const [behind, setBehind] = useState<Failure | null>(null)
  const [readings] = useState(createReadings)
  const load = useCallback(async (): Promise<void> => {
    const isLatest = readings.begin()
    const reply = await bridge.messages.read({ studyID })
    if (!isLatest()) return
    if (reply.ok) setMessages({ kind: 'ready', value: reply.value })
    else setMessages((before) => (before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }))
    setBehind(reply.ok ? null : reply.failure)
  }, [bridge, readings, studyID])
  useEffect(() => () => readings.expire(), [readings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for each version of the study, each minute, and when the connection changes
  useEffect(() => void load(), [load, version, isOnline, now])
  const show = (value: readonly MessageView[]): void => {
    readings.begin()
    setMessages({ kind: 'ready', value })
    setBehind(null)
  }
  return { messages, behind, load, show }
}
