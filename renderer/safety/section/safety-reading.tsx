import { ClipboardList, FileDown } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant, formatMoment } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import { type Language, standardLanguage } from '#domain/values/language.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { PrintButton } from '../../printing/print-button.tsx'
import { LanguageChoice } from '../language-choice.tsx'
import { SafetyAnswers } from '../safety-answers.tsx'
import { SafetyHistory } from '../safety-history.tsx'
import { createSafetyLanguage, SafetyLanguageContext } from '../safety-language.tsx'
import { SafetyNotices } from '../safety-notices.tsx'
import { safetyCaseOfView } from '../study-safety-state.ts'
import { DiscardAnswers } from './discard-answers.tsx'
import { PaperDialog } from './paper-dialog.tsx'
import { SharedDraft } from './safety-news.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { safetySectionWords } from './safety-section-words.ts'
import { SignOffBlock } from './sign-off-block.tsx'

const { reading: words, draft: draftWords, paper: paperWords } = safetySectionWords

type Props = SafetyPartProps & { readonly answerButton: RefObject<HTMLButtonElement | null> }

/** Shows the saved answers for reading: notices, sign-off, the paper form and the history. */
export function SafetyReading(props: Props) {
  const { view, safety, stores, bridge, now, answerButton } = props
  const { study, member, record, location } = view
  const zone = location.timezone
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const [isPaperOpen, setIsPaperOpen] = useState(false)
  const safetyCase = useMemo(() => safetyCaseOfView(view, now, supportPhone), [view, now, supportPhone])
  const assessment = useMemo(() => assessSafety(record.SafetyQuestions, safetyCase), [record, safetyCase])
  const [language, setLanguage] = useState<Language>(standardLanguage)
  const shown = useMemo(
    () => createSafetyLanguage(language, () => ({ assessment, safetyCase })),
    [language, assessment, safetyCase],
  )
  const isCancelled = study.status.cancelled
  const answerWords = (
    <Button
      ref={answerButton}
      size={record.version === 0 ? 'medium' : 'small'}
      icon={<ClipboardList aria-hidden="true" />}
      onPress={() => safety.getState().edit()}
      disabledReason={isCancelled ? words.cancelledReason : null}
    >
      {record.version === 0 ? words.answer : words.change}
    </Button>
  )
  return (
    <div className="sdr">
      <SharedDraft {...props} onGoOn={() => safety.getState().edit()} />
      <WaitingDraft {...props} />
      {record.version === 0 ? (
        <EmptyState icon={<ClipboardList aria-hidden="true" />} title={words.notCompleted} action={answerWords}>
          {isCancelled ? words.cancelled : words.needed}
        </EmptyState>
      ) : (
        <>
          <div className="sdr__line">
            {assessment.unanswered.length === 0 ? (
              <Badge tone="success">{words.complete}</Badge>
            ) : (
              <Badge tone="warning">{words.open(assessment.unanswered.length)}</Badge>
            )}
            <p className="sdr__saved tabular">
              {words.savedBy} <strong>{record.savedBy ?? words.unknownUser}</strong>
              {record.savedAt === null ? '' : words.savedAt(formatInstant(record.savedAt, zone))}
            </p>
            <Button size="small" icon={<FileDown aria-hidden="true" />} onPress={() => setIsPaperOpen(true)}>
              {paperWords.open}
            </Button>
            {answerWords}
          </div>
          <LanguageChoice of={member.language} language={language} onChange={setLanguage} />
          <div className="sdr__columns">
            <SafetyLanguageContext value={shown}>
              <div lang={language}>
                <SafetyAnswers answers={record.SafetyQuestions} safetyCase={safetyCase} />
              </div>
            </SafetyLanguageContext>
            <div className="sdr__aside">
              {assessment.notices.length === 0 ? (
                <p className="sdr__quiet">{words.noNotices}</p>
              ) : (
                <SafetyLanguageContext value={shown}>
                  <div lang={language}>
                    <SafetyNotices notices={assessment.notices} />
                  </div>
                </SafetyLanguageContext>
              )}
              <SignOffBlock {...props} assessment={assessment} />
            </div>
          </div>
          <Panel
            title={words.history}
            level={3}
            defaultExpanded={false}
            badge={<Badge>{record.revisions.length}</Badge>}
          >
            <SafetyHistory record={record} zone={zone} />
          </Panel>
          <PaperDialog
            view={view}
            isOpen={isPaperOpen}
            hasDraft={safety.getState().waitingDraft !== null}
            onClose={() => setIsPaperOpen(false)}
            makePdf={() => bridge.safety.makePdf({ studyID: study.studyID })}
            print={
              <PrintButton
                bridge={bridge}
                notices={props.notices}
                item={{ kind: 'safety-form', studyID: study.studyID }}
                what={words.printed}
                who={`${fullName(member)}, ${formatDate(member.dob)}`}
                reason={null}
                size="medium"
              />
            }
          />
        </>
      )}
    </div>
  )
}

function WaitingDraft({ safety, view, now }: Props) {
  const draft = useStore(safety, (state) => state.waitingDraft)
  if (draft === null) return null
  return (
    <Banner
      tone="warning"
      title={draftWords.waiting(formatMoment(draft.savedAt, now, view.location.timezone))}
      action={
        <>
          {view.study.status.cancelled ? null : (
            <Button size="xsmall" onPress={() => safety.getState().edit()}>
              {draftWords.continueWaiting}
            </Button>
          )}
          <DiscardAnswers safety={safety} view={view} />
        </>
      }
    >
      {view.record.version === 0 ? draftWords.waitingFirst : draftWords.waitingLater}
    </Banner>
  )
}
