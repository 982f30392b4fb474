import { BadgeCheck } from 'lucide-react'
import { type NoticeLevel, noticeLevel } from '#domain/safety/notice-level.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { NoticeLevelIcon } from './notice-level-icon.tsx'
import { useSafetyLanguage } from './safety-language.tsx'
import './safety-notices.css'

/** Who reads the form: staff, or the member on the self-service pages. */
export type SafetyAudience = 'desk' | 'member'

type Words = ReturnType<typeof useSafetyLanguage>['words']['notices']

const titleOf = (level: 'forbidden' | 'settle', audience: SafetyAudience, words: Words): string =>
  level === 'settle' && audience === 'member' ? words.settleForMember : words.groups[level].title

type NoticeProps = {
  readonly notice: Notice
  readonly audience?: SafetyAudience
  /** Whether a heading above already names the level. */
  readonly isLevelNamed?: boolean
}

/** Shows one advisory notice: its level with an icon, the specification's text, and the date calculation behind it. */
export function SafetyNotice({ notice: given, audience = 'desk', isLevelNamed = false }: NoticeProps) {
  const { noticeIn, words: all } = useSafetyLanguage()
  const { notices: words } = all
  const notice = noticeIn(given)
  const level = noticeLevel(notice)
  return (
    <div className="safety-notice" data-tone={notice.tone} data-level={level} data-notice={notice.key}>
      <NoticeLevelIcon notice={notice} className="safety-notice__icon" />
      <div className="safety-notice__words">
        {level === 'note' || isLevelNamed ? null : (
          <div className="safety-notice__level">{titleOf(level, audience, words)}</div>
        )}
        <span className="safety-notice__tone">{words.tones[notice.tone]}</span>{' '}
        <span className="safety-notice__text">{notice.text}</span>
        {notice.reason === null ? null : <div className="safety-notice__reason tabular">{notice.reason}</div>}
      </div>
    </div>
  )
}

type Group = {
  readonly level: Exclude<NoticeLevel, 'note'> | 'notes' | 'fine'
  readonly takes: (notice: Notice) => boolean
}

/** The groups in order of severity. */
const groups: readonly Group[] = [
  { level: 'forbidden', takes: (notice) => noticeLevel(notice) === 'forbidden' },
  { level: 'settle', takes: (notice) => noticeLevel(notice) === 'settle' },
  { level: 'notes', takes: ({ tone }) => tone === 'blue' },
  { level: 'fine', takes: ({ tone }) => tone === 'green' },
]

type NoticesProps = {
  readonly notices: readonly Notice[]
  readonly audience?: SafetyAudience
  /** Who signed off the stops; null or absent when they are not signed off. */
  readonly signOff?: { readonly by: string } | null | undefined
}

/** Shows all notices by level, the forbidden ones first (booking spec §8; decisions §6). */
export function SafetyNotices({ notices, audience = 'desk', signOff }: NoticesProps) {
  const { notices: words } = useSafetyLanguage().words
  if (notices.length === 0) return <p className="safety-notices__none">{words.none}</p>
  return (
    <div className="safety-notices">
      {groups.map(({ level, takes }) => {
        const these = notices.filter(takes)
        if (these.length === 0) return null
        const { title, heading } =
          level === 'settle' && audience === 'member' ? words.groups.settleForMember : words.groups[level]
        return (
          <section key={title} aria-label={title} className="safety-notices__group">
            <div className="safety-notices__title">
              {heading(these.length)}
              {level === 'settle' && signOff != null ? (
                <span className="safety-notices__signed">
                  <BadgeCheck aria-hidden="true" size={14} /> {words.signedOffBy(signOff.by)}
                </span>
              ) : null}
            </div>
            {these.map((notice) => (
              <SafetyNotice key={notice.key} notice={notice} isLevelNamed />
            ))}
          </section>
        )
      })}
    </div>
  )
}
