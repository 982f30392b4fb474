import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { Notices } from '../kit/notices.ts'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

/** Shows a notice, except on the queues page, when one more job needs attention: failed, uncertain or stuck. */
export function QueueNotices({
  stores,
  notices,
}: {
  readonly stores: Pick<AppStores, 'jobs'>
  readonly notices: Notices
}) {
  const needAttention = useStore(stores.jobs, (state) => state.summary.needAttention)
  const isRead = useStore(stores.jobs, (state) => state.view.kind === 'ready')
  const before = useRef<number | null>(null)
  const [location, navigate] = useLocation()
  const isThere = location === paths.queues()
  useEffect(() => {
    if (!isRead) return
    const known = before.current
    before.current = needAttention
    // The first read shows no notice: the status strip already counts the jobs that needed attention before that read.
    // The queues page shows no notice either, because it lists all jobs.
    if (known === null || needAttention <= known || isThere) return
    notices.error({
      title: frameNoticeWords.queue.title,
      description: frameNoticeWords.queue.text,
      action: { label: frameNoticeWords.queue.open, onPress: () => navigate(paths.queues()) },
    })
  }, [needAttention, isRead, isThere, notices, navigate])
  return null
}
