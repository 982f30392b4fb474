import { useStore } from 'zustand'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.acts

type Props = { readonly stores: Pick<AppStores, 'waitingActs'> }

/**
 * Shows on every screen the acts that were recorded offline at this workstation and that the back office refused. Each
 * refused act has a link to its study, and is shown until the act's author dismisses it. Also lists the waiting acts of
 * colleagues, because an act can be sent only after its author signs in. The signed-in user's own waiting acts are sent
 * automatically, so they are not listed.
 */
export function WaitingActNotices({ stores }: Props) {
  const acts = useStore(stores.waitingActs, (state) => state.acts)
  const refused = acts.filter(({ failure }) => failure !== null)
  const ofOthers = describeOthersWaiting(acts)
  if (refused.length === 0 && ofOthers.length === 0) return null
  return (
    <section aria-label={words.label}>
      {refused.map((act) => (
        <Banner
          key={act.idempotencyKey}
          tone="error"
          title={describeRefused(act)}
          action={
            <LinkButton size="small" href={paths.study(act.studyID)}>
              {frameNoticeWords.openStudy(act.studyID)}
            </LinkButton>
          }
          onDismiss={act.isOwn ? () => void stores.waitingActs.getState().dismiss(act.idempotencyKey) : undefined}
        >
          {describeWhyRefused(act)}
        </Banner>
      ))}
      {ofOthers.map((title) => (
        <Banner key={title} tone="warning" title={title} />
      ))}
    </section>
  )
}

const nameOf = ({ isOwn, by }: Pick<WaitingStudyAct, 'isOwn' | 'by'>): string =>
  isOwn ? frameNoticeWords.you : by === '' ? frameNoticeWords.aColleague : by

/**
 * Returns the title of a refused act, such as `Ana Bo's check-in could not be saved`.
 * @internal Tests check its cases directly.
 */
export const describeRefused = (act: Pick<WaitingStudyAct, 'kind' | 'isOwn' | 'by'>): string =>
  words.refused(act.kind === 'checkin', act.isOwn ? null : nameOf(act))

/**
 * Returns why an act was refused, in the words of the study's page. The author also reads the text of the refused
 * note. Other users read that the message stays until the author dismisses it.
 * @internal Tests check its cases directly.
 */
export const describeWhyRefused = (act: Pick<WaitingStudyAct, 'failure' | 'note' | 'isOwn' | 'by'>): string =>
  [
    act.failure === null ? '' : describeStudyFailure(act.failure).text,
    act.isOwn && act.note !== null ? words.noteWas(act.note.content) : '',
    act.isOwn ? '' : words.staysUntilRead(nameOf(act)),
  ]
    .filter((part) => part !== '')
    .join(' ')

/**
 * Returns a line for each colleague with waiting check-ins and notes, such as `2 check-ins and 1 note can be saved only
 * after Ana Bo signs in`.
 * @internal Tests check its cases directly.
 */
export const describeOthersWaiting = (acts: readonly WaitingStudyAct[]): readonly string[] => {
  const waiting = acts.filter(({ isOwn, failure }) => !isOwn && failure === null)
  return [...new Set(waiting.map(nameOf))].map((name) => {
    const theirs = waiting.filter((act) => nameOf(act) === name)
    const checkIns = theirs.filter(({ kind }) => kind === 'checkin').length
    return words.othersWaiting(name, checkIns, theirs.length - checkIns)
  })
}
