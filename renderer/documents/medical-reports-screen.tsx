import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { DocumentsView } from '#contract/documents/bridge.ts'
import { describeOffline } from '#domain/offline/offline-policy.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { WithSession } from '../session/session-store.ts'
import { whoOf } from '../study/named-notices.ts'
import { StudyBadges } from '../study/study-badges.tsx'
import { describeStudyFailure } from '../study/study-failures.ts'
import { StudyHeader } from '../study/study-header.tsx'
import { DocumentTypes } from './document-types.tsx'
import { describeDocumentFailure, describeListFailure, documentWords } from './document-words.ts'
import type { WithDocuments } from './documents-desks.ts'
import { OutdatedListNotice, StudyListFailed, useFollowedList } from './study-list.tsx'
import './documents.css'

const words = documentWords.screen

type Stores = WithConnectivity & WithDocuments & WithSession

type Props = ScreenProps<Stores> & { readonly studyID: StudyID }

/**
 * Shows the Medical Reports of a study (booking spec §2): its documents by type. The user can upload, view, publish and
 * delete documents.
 */
export function MedicalReportsScreen(props: Props) {
  const { bridge, session, stores, notices, studyID } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: one desk for each user and study, not for each render
  const { desk, enter } = useMemo(
    () => stores.documents.open(studyID, session.user.user_id, notices),
    [stores, session.user.user_id, studyID],
  )
  const { store, start } = desk
  const { read, readAt, behind, load } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  useFollowedList({ start, load }, stores)
  const [, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: warns when the user leaves the page, not after each render
  useEffect(() => {
    const leave = enter()
    return () => {
      leave()
      const { read: last, forms } = store.getState()
      const isWaiting = Object.values(forms).some(
        ({ chosen, attempt }) => chosen !== null && attempt.kind !== 'pending',
      )
      if (!isWaiting || last.kind !== 'ready' || stores.session.getState().view.kind !== 'signed-in') return
      notices.warning({
        title: words.fileWaiting,
        description: words.fileWaitingHint(whoOf(last.value.member)),
        action: { label: words.backToFile, onPress: () => navigate(paths.medicalReports(studyID)) },
        timeoutMs: null,
      })
    }
  }, [desk])
  useEffect(
    () => askBeforeUnload(() => Object.values(store.getState().forms).some(({ chosen }) => chosen !== null)),
    [store],
  )
  useEffect(refuseStrayFiles, [])

  if (read.kind === 'failed') {
    const { failure } = read
    return (
      <StudyListFailed
        studyID={studyID}
        failure={failure}
        title={describeListFailure(failure)}
        why={failure.code === 'location-forbidden' ? studyMessages.locationForbidden : describeDocumentFailure(failure)}
        onRetry={() => void load()}
      />
    )
  }
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading} className="mr-page">
        <Skeleton shape="block" height="96px" />
        <Skeleton shape="block" height="210px" />
        <Skeleton shape="block" height="210px" />
      </SkeletonGroup>
    )
  }
  const view: DocumentsView = read.value
  const published = view.documents.filter(({ status }) => status === 'PUBLISHED').length
  return (
    <div className="mr-page">
      <StudyHeader
        isStrip
        view={view}
        badges={<StudyBadges readDay={bridge.booking.readDay} view={view} />}
        actions={
          <>
            <LinkButton href={paths.study(studyID)} size="small">
              {words.study}
            </LinkButton>
            <LinkButton href={`${paths.study(studyID)}#study-provider-follow-up`} size="small">
              {words.followUp}
            </LinkButton>
            <LinkButton href={paths.sharing(studyID)} size="small">
              {words.sharing}
            </LinkButton>
          </>
        }
      />
      <OutdatedListNotice
        isOnline={isOnline}
        readAt={readAt}
        zone={view.location.timezone}
        behind={behind === null ? null : { title: describeListFailure(behind), why: describeStudyFailure(behind).text }}
        onRetry={() => void load()}
      >
        {describeOffline('documents')}
      </OutdatedListNotice>
      <div className="mr-page__head">
        <h2 className="mr-page__title">{words.title}</h2>
        <Badge tone={published === 0 ? 'neutral' : 'success'}>{words.published(published)}</Badge>
      </div>
      <div className="mr-page__types">
        <DocumentTypes
          bridge={bridge}
          view={view}
          store={store}
          notices={notices}
          roles={session.user.roles}
          isOnline={isOnline}
        />
      </div>
    </div>
  )
}

/**
 * Refuses files that the user drops outside a type's panel. Otherwise the browser would replace the page with the file,
 * and typed text would be lost.
 */
const refuseStrayFiles = (): (() => void) => {
  const refuse = (event: DragEvent): void => event.preventDefault()
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}

/**
 * Asks for confirmation before a reload or a close of the window discards a chosen file. Typed text is stored as a
 * draft. Does not ask in Electron, which would show no question and only refuse to close the window.
 */
const askBeforeUnload = (isAsking: () => boolean): (() => void) => {
  const ask = (event: BeforeUnloadEvent): void => {
    if (isAsking() && !navigator.userAgent.includes('Electron/')) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
