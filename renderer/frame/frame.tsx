import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { todayAt } from '#domain/values/location-clock.ts'
import { BannerArea } from '../kit/controls/banner-area.tsx'
import { ToastRegion } from '../kit/controls/toast.tsx'
import type { ToastQueue } from '../kit/controls/toast-queue.ts'
import { chosenLocation } from '../locations/locations-store.ts'
import { focusControl } from '../search/page-controls.ts'
import type { SearchCommand } from '../search/search-entries.ts'
import { SearchPalette } from '../search/search-palette.tsx'
import { OtherServerBanner } from '../session/other-server-banner.tsx'
import { PolicyBanner } from '../session/policy-banner.tsx'
import type { ScreenProps } from '../session/screen-props.ts'
import { UpdateBanners } from '../update/update-banners.tsx'
import { VersionGapBanner } from '../update/version-gap-banner.tsx'
import { AttemptNotices } from './attempt-notices.tsx'
import { frameWords } from './frame-words.ts'
import { hasGallery } from './has-gallery.ts'
import { Header } from './header.tsx'
import { QueueNotices } from './queue-notices.tsx'
import { Rail } from './rail.tsx'
import type { ScreenStores } from './screen-stores.ts'
import { SendNotices } from './send-notices.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { type FrameAction, keyedPlacesOf } from './shortcuts.ts'
import { StatusStrip } from './status-strip.tsx'
import { TenderNotices } from './tender-notices.tsx'
import { UnfinishedSendNotices } from './unfinished-send-notices.tsx'
import { UnseenDraftNotices } from './unseen-draft-notices.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { WaitingActNotices } from './waiting-act-notices.tsx'
import { ZoneBanners } from './zone-banners.tsx'
import './frame.css'

type Overlay = 'none' | 'search' | 'sheet'

/** Shows the frame around every staff screen: header, rail, status strip, search, shortcuts, notices. */
export function Frame({
  session,
  stores,
  toasts,
  children,
}: ScreenProps<ScreenStores> & { toasts: ToastQueue; children: ReactNode }) {
  const [location, navigate] = useLocation()
  const [overlay, setOverlay] = useState<Overlay>('none')
  /** Increased to discard the page with its dialogs, which a change of the query alone would keep. */
  const [visit, setVisit] = useState(0)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const zone = useStore(stores.locations, chosenLocation)?.timezone
  const environment = useStore(stores.connectivity, (state) => state.connectivity?.environment)
  const mainRef = useRef<HTMLElement>(null)
  const lock = useCallback(() => void stores.session.getState().lock(), [stores])

  const act = useCallback(
    (action: FrameAction) => {
      switch (action.kind) {
        case 'search':
          return setOverlay('search')
        case 'sheet':
          return setOverlay('sheet')
        case 'lock':
          return lock()
        case 'go':
          return navigate(action.path)
      }
    },
    [lock, navigate],
  )
  const { roles } = session.user
  const places = useMemo(() => keyedPlacesOf(roles), [roles])
  useShortcuts(act, toasts.undoNewest, places)

  // When a new page replaces the focused element, the focus moves to the page, so that the keyboard still works.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) mainRef.current?.focus()
  }, [location])

  function run(command: SearchCommand, leavesDialog: boolean) {
    if (leavesDialog) setVisit((number) => number + 1)
    switch (command.kind) {
      case 'go':
        return navigate(command.path)
      case 'lock':
        return lock()
      case 'choose-location':
        return stores.locations.getState().choose(command.locationID)
      case 'focus':
        return focusControl(command.element)
    }
  }

  return (
    <div className="s-frame">
      <a className="s-frame__skip" href="#main">
        {frameWords.skip}
      </a>
      <div className="s-frame__head">
        <Header user={session.user} stores={stores} onSearch={() => setOverlay('search')} />
        <BannerArea>
          <OtherServerBanner connectivity={stores.connectivity} />
          <VersionGapBanner stores={stores} />
          <PolicyBanner connectivity={stores.connectivity} />
          <ZoneBanners stores={stores} />
          <UpdateBanners stores={stores} zone={zone} />
          <AttemptNotices stores={stores} />
          <TenderNotices stores={stores} />
          <QueueNotices stores={stores} notices={toasts} />
          <SendNotices jobs={stores.jobs} notices={toasts} userID={session.user.user_id} />
          <UnfinishedSendNotices stores={stores} />
          <WaitingActNotices stores={stores} />
          <UnseenDraftNotices stores={stores} onReload={() => window.location.reload()} />
        </BannerArea>
      </div>
      <Rail user={session.user} stores={stores} />
      <main id="main" className="s-frame__main" tabIndex={-1} ref={mainRef}>
        <Fragment key={visit}>{children}</Fragment>
      </main>
      <div className="s-frame__foot">
        <StatusStrip
          user={session.user}
          stores={stores}
          toasts={toasts}
          onLock={lock}
          onSheet={() => setOverlay('sheet')}
        />
      </div>
      <SearchPalette
        isOpen={overlay === 'search'}
        onClose={() => setOverlay('none')}
        newSearch={stores.newSearch}
        hasGallery={hasGallery(environment)}
        locations={catalogue.kind === 'ready' ? catalogue.value.locations : []}
        places={places}
        readToday={() => (zone === undefined ? null : todayAt(stores.clock.getState().minute, zone))}
        onCommand={run}
      />
      <ShortcutSheet isOpen={overlay === 'sheet'} onClose={() => setOverlay('none')} places={places} />
      <ToastRegion queue={toasts} />
    </div>
  )
}
