import { Link, Redirect } from 'wouter'
import { hasRole } from '#domain/session/role.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { type AdministrationStores, administrationSections } from './administration-sections.ts'
import { administrationWords as words } from './administration-words.ts'
import './administration.css'

type Props = ScreenProps<AdministrationStores> & {
  /** The last part of the path; undefined when the path names no section. */
  readonly sectionID: string | undefined
}

/** Shows `/admin/administration/...`: the list of sections at the left, and the chosen section beside the list. */
export function AdministrationScreen({ sectionID, ...props }: Props) {
  const chosen = administrationSections.find(({ id }) => id === sectionID)
  if (!hasRole(props.session.user.roles, 'admin')) {
    return <EmptyState title={words.notAllowedTitle}>{words.notAllowed}</EmptyState>
  }
  if (chosen === undefined) {
    const [first] = administrationSections
    return <Redirect to={first?.path ?? paths.home()} replace />
  }
  return (
    <div className="s-administration">
      <nav className="s-administration__sections" aria-label={words.sections}>
        <p className="s-administration__title">{words.title}</p>
        <ul>
          {administrationSections.map(({ id, label, path }) => (
            <li key={id}>
              <Link href={path} aria-current={id === chosen.id ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section className="s-administration__section">
        <h1>{chosen.label}</h1>
        <chosen.Section {...props} />
      </section>
    </div>
  )
}
