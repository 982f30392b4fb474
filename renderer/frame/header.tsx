import { LayoutGrid, Menu as MenuIcon, Search } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { Button } from '../kit/controls/button.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import { KeyHint } from '../kit/controls/key-hint.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { Wordmark } from '../kit/controls/wordmark.tsx'
import { paths } from '../routes.ts'
import { appLinks } from './app-links.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'
import { LocationSwitcher } from './location-switcher.tsx'
import './header.css'

const words = frameWords.header

type Props = {
  user: StaffUser
  stores: Pick<AppStores, 'locations' | 'clock'>
  onSearch: () => void
}

/**
 * Shows the header (booking spec §2 Header, §9): at most 1440 px wide, with its menu in full from 440 px, and as an
 * icon below that width.
 */
export function Header({ user, stores, onSearch }: Props) {
  const [, navigate] = useLocation()
  const apps = appLinks(user).map(({ label, path }) => ({ id: path, label, section: { id: 'apps', name: words.apps } }))
  const links = [
    { id: paths.bookNow(), label: words.bookNow },
    { id: paths.home(), label: words.home },
    { id: paths.profile(), label: words.profile },
    { id: paths.logOut(), label: words.logOut },
  ]
  return (
    <header className="s-header">
      <div className="s-header__inner">
        <Link href={paths.home()} className="s-header__home" aria-label={words.home}>
          <Wordmark />
        </Link>
        <LocationSwitcher user={user} stores={stores} />
        <div className="s-header__search">
          <Button
            size="small"
            icon={<Search aria-hidden="true" />}
            aria-keyshortcuts="Control+K Meta+K"
            onPress={onSearch}
          >
            <span className="s-header__search-words">{words.search}</span>
            <KeyHint keys={['Ctrl', 'K']} />
          </Button>
        </div>
        <nav className="s-header__menu" aria-label={words.menu}>
          <LinkButton variant="plain" size="small" href={paths.bookNow()}>
            {words.bookNow}
          </LinkButton>
          <Menu
            trigger={
              <Button variant="plain" size="small" icon={<LayoutGrid aria-hidden="true" />}>
                {words.apps}
              </Button>
            }
            label={words.apps}
            entries={[{ id: paths.home(), label: words.home }, ...apps]}
            onAction={(path) => navigate(path)}
            placement="bottom end"
          />
          <LinkButton variant="plain" size="small" href={paths.profile()}>
            {words.profile}
          </LinkButton>
          <LinkButton variant="plain" size="small" href={paths.logOut()}>
            {words.logOut}
          </LinkButton>
        </nav>
        <div className="s-header__menu-icon">
          <Menu
            trigger={<IconButton label={words.menu} icon={<MenuIcon aria-hidden="true" />} />}
            label={words.menu}
            entries={[...links, ...apps]}
            onAction={(path) => navigate(path)}
            placement="bottom end"
          />
        </div>
      </div>
    </header>
  )
}
