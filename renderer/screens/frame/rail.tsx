import { CalendarClock, CalendarDays, Landmark, Send, Settings, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { placesOf } from './shortcuts.ts'
import './rail.css'

const icons = { Today: CalendarClock, Booking: CalendarDays, Members: Users, Queues: Send, Finance: Landmark, Settings }

const isAt = (location: string, path: string): boolean => location === path || location.startsWith(`${path}/`)

/** The narrow rail of places; the current one is always marked. */
export function Rail({ user }: { readonly user: Pick<StaffUser, 'roles'> }) {
  const [location] = useLocation()
  return (
    <nav className="s-rail" aria-label="Places">
      <ul className="s-rail__places">
        {placesOf(user.roles).map(({ label, path }) => {
          const Icon = icons[label]
          return (
            <li key={path} className={label === 'Settings' ? 's-rail__last' : undefined}>
              <Link href={path} className="s-rail__place" aria-current={isAt(location, path) ? 'page' : undefined}>
                <Icon aria-hidden="true" size={20} />
                <span>{label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
