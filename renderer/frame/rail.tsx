import {
  BookUser,
  Building2,
  CalendarClock,
  CalendarDays,
  Inbox,
  Landmark,
  ListChecks,
  MailWarning,
  Send,
  Settings,
  Users,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import { openMessageCount } from '../messages/message-counts-store.ts'
import { directoryCount, hasDirectoryUpdates } from '../people/directory-store.ts'
import { isStudyPath, paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'
import { placesOf } from './shortcuts.ts'
import './rail.css'

const icons = {
  today: CalendarClock,
  worklists: ListChecks,
  results: Inbox,
  booking: CalendarDays,
  members: Users,
  queues: Send,
  messages: MailWarning,
  finance: Landmark,
  directory: BookUser,
  administration: Building2,
  settings: Settings,
}

const isAt = (location: string, path: string): boolean => location === path || location.startsWith(`${path}/`)

/** A study's own pages belong to Members, where its member is found. */
const belongsTo = (location: string, path: string): boolean =>
  isAt(location, path) || (path === paths.members() && isStudyPath(location))

type Props = {
  readonly user: Pick<StaffUser, 'roles'>
  readonly stores: Pick<AppStores, 'directory' | 'messageCounts' | 'resultCount' | 'worklistCounts'>
}

/** Shows the narrow rail of links to the main screens, with the current one marked. */
export function Rail({ user, stores }: Props) {
  const [location] = useLocation()
  const hasNews = useStore(stores.directory, hasDirectoryUpdates)
  const count = useStore(stores.directory, (state) => directoryCount(state, user.roles))
  const open = useStore(stores.messageCounts, openMessageCount)
  const work = useStore(stores.worklistCounts, (state) => state.all)
  const waiting = useStore(stores.resultCount, ({ waiting, refused }) => waiting + refused)
  const counts: { readonly [Place in keyof typeof icons]?: readonly [number, string] } = {
    directory: [count, frameWords.rail.toLookAt],
    messages: [open, frameWords.rail.toDecide],
    results: [waiting, frameWords.rail.waiting],
  }
  return (
    <nav className="s-rail" aria-label={frameWords.rail.label}>
      <ul className="s-rail__places">
        {placesOf(user.roles, hasNews || isAt(location, paths.directory())).map(({ id, label, path }) => {
          const Icon = icons[id]
          const [shown, meaning] = counts[id] ?? [0, '']
          return (
            <li key={path} className={id === 'settings' ? 's-rail__last' : undefined}>
              <Link href={path} className="s-rail__place" aria-current={belongsTo(location, path) ? 'page' : undefined}>
                <Icon aria-hidden="true" size={18} />
                <span>{label}</span>
                {id === 'worklists' && work.total > 0 ? <Work {...work} /> : null}
                {shown === 0 ? null : (
                  <span className="s-rail__count">
                    {shown}
                    <VisuallyHidden> {meaning}</VisuallyHidden>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Shows the number of rows in the user's worklists, and how many of them are late. */
function Work({ total, late }: { readonly total: number; readonly late: number }) {
  return (
    <>
      <span className="s-rail__work tabular" aria-hidden="true">
        <span>{frameWords.rail.due(total)}</span>
        {late === 0 ? null : <span className="s-rail__late">{frameWords.rail.late(late)}</span>}
      </span>
      <VisuallyHidden>{frameWords.rail.work(total, late)}</VisuallyHidden>
    </>
  )
}
