import { useStore } from 'zustand'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { AppStores } from './app-stores.ts'

type Props = { readonly stores: Pick<AppStores, 'waitingActs'> }

/**
 * Shows on every screen the acts recorded offline at this workstation that the back office refused. Each links to its
 * study and stays until its author has read it. Acts that merely wait are marked where they were recorded. Only a
 * colleague's waiting acts are listed here, because only their author can have them sent.
 */
export function WaitingActNotices({ stores }: Props) {
  const acts = useStore(stores.waitingActs, (state) => state.acts)
  const refused = acts.filter(({ failure }) => failure !== null)
  const ofOthers = describeOthersWaiting(acts)
  if (refused.length === 0 && ofOthers.length === 0) return null
  return (
    <section className="s-frame__banners" aria-label="Check-ins and notes that are not saved">
      {refused.map((act) => (
        <Banner
          key={act.idempotencyKey}
          tone="error"
          title={describeRefused(act)}
          action={
            <LinkButton size="small" href={paths.study(act.studyID)}>
              Open study {act.studyID}
            </LinkButton>
          }
          onDismiss={act.isOwn ? () => void stores.waitingActs.getState().dismiss(act.idempotencyKey) : undefined}
        >
          {describeWhyRefused(act)}
        </Banner>
      ))}
      {ofOthers.map((words) => (
        <Banner key={words} tone="warning" title={words} />
      ))}
    </section>
  )
}

const nameOf = ({ isOwn, by }: Pick<WaitingStudyAct, 'isOwn' | 'by'>): string =>
  isOwn ? 'you' : by === '' ? 'a colleague' : by

/**
 * Returns the title of a refused act, such as `The check-in by Ana Bo could not be saved`.
 * @internal Tests check its cases directly.
 */
export const describeRefused = (act: Pick<WaitingStudyAct, 'kind' | 'isOwn' | 'by'>): string =>
  `The ${act.kind === 'checkin' ? 'check-in' : 'note'} by ${nameOf(act)} could not be saved`

/**
 * Returns why an act was refused, in the words of the study's page, and what happens next.
 * @internal Tests check its cases directly.
 */
export const describeWhyRefused = (act: Pick<WaitingStudyAct, 'failure' | 'note' | 'isOwn' | 'by'>): string =>
  [
    act.failure === null ? '' : describeStudyFailure(act.failure).text,
    act.isOwn && act.note !== null ? `The note was: “${act.note.content}”` : '',
    act.isOwn ? '' : `It stands here until ${nameOf(act)} has read it.`,
  ]
    .filter((words) => words !== '')
    .join(' ')

/**
 * Returns a line for each colleague with waiting check-ins and notes: `2 check-ins and 1 note wait for Ana Bo to sign
 * in`.
 * @internal Tests check its cases directly.
 */
export const describeOthersWaiting = (acts: readonly WaitingStudyAct[]): readonly string[] => {
  const waiting = acts.filter(({ isOwn, failure }) => !isOwn && failure === null)
  return [...new Set(waiting.map(nameOf))].map((name) => {
    const theirs = waiting.filter((act) => nameOf(act) === name)
    const counts = (['checkin', 'note'] as const).flatMap((kind) => {
      const count = theirs.filter((act) => act.kind === kind).length
      const noun = kind === 'checkin' ? 'check-in' : 'note'
      return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
    })
    const verb = theirs.length === 1 ? 'waits' : 'wait'
    return `${counts.join(' and ')} ${verb} for ${name} to sign in: only then can ${theirs.length === 1 ? 'it' : 'they'} be saved`
  })
}
