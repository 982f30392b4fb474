import { BadgeCheck } from 'lucide-react'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { type Notice, noticeLevel } from '#domain/safety/notices.ts'
import type { NoticeTone } from '#domain/safety/question.ts'
import { NoticeLevelIcon } from './notice-level-icon.tsx'
import './safety-notices.css'

const toneWord: Readonly<Record<NoticeTone, string>> = { red: 'Stop', blue: 'Please note', green: 'All right' }

type NoticeProps = {
  readonly notice: Notice
  /** Whether a heading above already names the level. */
  readonly isLevelNamed?: boolean
}

/** Shows one advisory notice: its level with an icon, the specification's text, and the date calculation behind it. */
export function SafetyNotice({ notice, isLevelNamed = false }: NoticeProps) {
  const level = noticeLevel(notice)
  return (
    <div className="safety-notice" data-tone={notice.tone} data-level={level} data-notice={notice.key}>
      <NoticeLevelIcon notice={notice} className="safety-notice__icon" />
      <div className="safety-notice__words">
        {level === 'note' || isLevelNamed ? null : (
          <div className="safety-notice__level">{noticeLevelTitles[level]}</div>
        )}
        <span className="safety-notice__tone">{toneWord[notice.tone]}:</span>{' '}
        <span className="safety-notice__text">{notice.text}</span>
        {notice.reason === null ? null : <div className="safety-notice__reason tabular">{notice.reason}</div>}
      </div>
    </div>
  )
}

type Group = { readonly title: string; readonly noun: string; readonly takes: (notice: Notice) => boolean }

/** The groups in order of severity. */
const groups: readonly Group[] = [
  { title: noticeLevelTitles.forbidden, noun: 'stop', takes: (notice) => noticeLevel(notice) === 'forbidden' },
  { title: noticeLevelTitles.settle, noun: 'stop', takes: (notice) => noticeLevel(notice) === 'settle' },
  { title: 'Notes', noun: 'note', takes: ({ tone }) => tone === 'blue' },
  { title: 'All right', noun: 'notice', takes: ({ tone }) => tone === 'green' },
]

type NoticesProps = {
  readonly notices: readonly Notice[]
  /** Who signed off the stops; null or absent when they are not signed off. */
  readonly signOff?: { readonly by: string } | null | undefined
}

/** Shows all notices by level, the forbidden ones first (booking spec §8; decisions §6). */
export function SafetyNotices({ notices, signOff }: NoticesProps) {
  if (notices.length === 0) return <p className="safety-notices__none">No notices.</p>
  return (
    <div className="safety-notices">
      {groups.map(({ title, noun, takes }) => {
        const these = notices.filter(takes)
        if (these.length === 0) return null
        return (
          <section key={title} aria-label={title} className="safety-notices__group">
            <div className="safety-notices__title">
              {title === 'Notes' ? '' : `${title}: `}
              {these.length} {these.length === 1 ? noun : `${noun}s`}
              {title === noticeLevelTitles.settle && signOff != null ? (
                <span className="safety-notices__signed">
                  <BadgeCheck aria-hidden="true" size={14} /> Signed off by {signOff.by}
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
