import { BadgeCheck, CircleCheck, Info, OctagonAlert } from 'lucide-react'
import type { Notice } from '#domain/questionnaire/notices.ts'
import type { NoticeTone } from '#domain/questionnaire/question.ts'
import './safety-notices.css'

const tones: readonly { readonly tone: NoticeTone; readonly title: string }[] = [
  { tone: 'red', title: 'Red' },
  { tone: 'blue', title: 'Blue' },
  { tone: 'green', title: 'Green' },
]

const toneWord: Readonly<Record<NoticeTone, string>> = { red: 'Stop', blue: 'Please note', green: 'All right' }

const icons = { red: OctagonAlert, blue: Info, green: CircleCheck } as const

/** One advisory notice: its colour also as a word and a sign, and the date arithmetic behind it. */
export function SafetyNotice({ notice }: { readonly notice: Notice }) {
  const Icon = icons[notice.tone]
  return (
    <div className="safety-notice" data-tone={notice.tone} data-notice={notice.key}>
      <Icon className="safety-notice__icon" aria-hidden="true" size={16} />
      <div className="safety-notice__words">
        <span className="safety-notice__tone">{toneWord[notice.tone]}:</span>{' '}
        <span className="safety-notice__text">{notice.text}</span>
        {notice.reason === null ? null : <div className="safety-notice__reason tabular">{notice.reason}</div>}
      </div>
    </div>
  )
}

type NoticesProps = {
  readonly notices: readonly Notice[]
  /** Who let the red ones pass, where somebody did. */
  readonly signOff?: { readonly by: string } | null | undefined
}

/** All notices that stand, by colour, the red ones first (booking spec §8). */
export function SafetyNotices({ notices, signOff }: NoticesProps) {
  if (notices.length === 0) return <p className="safety-notices__none">No notices.</p>
  return (
    <div className="safety-notices">
      {tones.map(({ tone, title }) => {
        const these = notices.filter((notice) => notice.tone === tone)
        if (these.length === 0) return null
        return (
          <section key={tone} aria-label={`${title} notices`} className="safety-notices__group">
            <div className="safety-notices__title">
              {these.length} {title.toLowerCase()} {these.length === 1 ? 'notice' : 'notices'}
              {tone === 'red' && signOff != null ? (
                <span className="safety-notices__signed">
                  <BadgeCheck aria-hidden="true" size={14} /> Signed off by {signOff.by}
                </span>
              ) : null}
            </div>
            {these.map((notice) => (
              <SafetyNotice key={notice.key} notice={notice} />
            ))}
          </section>
        )
      })}
    </div>
  )
}
