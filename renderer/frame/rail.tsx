import { BookUser, Building2, CalendarClock, CalendarDays, Landmark, Send, Settings, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import { directoryCount, hasDirectoryUpdates } from '../people/directory-store.ts'
import { isStudyPath, paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'
import { placesOf } from './shortcuts.ts'
import './rail.css'

const icons = {
  today: CalendarClock,
  booking: CalendarDays,
  members: Users,
  queues: Send,
  finance: Landmark,
  directory: BookUser,
  administration: Building2,
  settings: Settings,
}

const isAt = (location: string, path: string): boolean => location === path || location.startsWith(`${path}/`)

/** A study's own pages belong to Members, where its member is found. */
const belongsTo = (location: string, path: string): boolean =>
  isAt(location, path) || (path === paths.members() && isStudyPath(location))

type Props = { readonly user: Pick<StaffUser, 'roles'>; readonly stores: Pick<AppStores, 'directory'> }

/** Shows the narrow rail of places, with the current one marked. */
export function Rail({ user, stores }: Props) {
  const [location] = useLocation()
  const hasNews = useStore(stores.directory, hasDirectoryUpdates)
  const count = useStore(stores.directory, (state) => directoryCount(state, user.roles))
  return (
    <nav className="s-rail" aria-label={frameWords.rail.label}>
      <ul className="s-rail__places">
        {placesOf(user.roles, hasNews || isAt(location, paths.directory())).map(({ id, label, path }) => {
          const Icon = icons[id]
          const shown = id === 'directory' && count > 0 ? count : null
          return (
            <li key={path} className={id === 'settings' ? 's-rail__last' : undefined}>
              <Link href={path} className="s-rail__place" aria-current={belongsTo(location, path) ? 'page' : undefined}>
                <Icon aria-hidden="true" size={20} />
                <span>{label}</span>
                {shown === null ? null : (
                  <span className="s-rail__count">
                    {shown}
                    <VisuallyHidden> {frameWords.rail.toLookAt}</VisuallyHidden>
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
