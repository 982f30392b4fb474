import { CalendarClock, CalendarDays, Settings, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { places } from './shortcuts.ts'
import './rail.css'

const icons = { Today: CalendarClock, Booking: CalendarDays, Members: Users, Settings }

const isAt = (location: string, path: string): boolean => location === path || location.startsWith(`${path}/`)

/** The narrow rail of places; the current one is always marked. */
export function Rail() {
  const [location] = useLocation()
  return (
    <nav className="s-rail" aria-label="Places">
      <ul className="s-rail__places">
        {places.map(({ label, path }) => {
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
