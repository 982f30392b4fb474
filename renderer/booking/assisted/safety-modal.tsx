import { ClipboardList } from 'lucide-react'
import { useLocation } from 'wouter'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { describeKnownSafety, knownSafety } from '#domain/safety/known-safety.ts'
import type { Study } from '#domain/study/study.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { editStudyState, paths } from '../../routes.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.safetyModal

type Props = {
  readonly study: Study
  readonly member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows that mandatory safety questions are unanswered, with a link to them (booking spec §2, §8). */
export function SafetyModal({ study, member, isOpen, onClose }: Props) {
  const [, navigate] = useLocation()
  const { safety } = study
  const { source, stops } = knownSafety(safety)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="narrow"
      title={words.title}
      subtitle={words.subtitle(fullName(member), formatDate(member.dob), study.studyID)}
      footer={
        <>
          <Button onPress={onClose}>{words.later}</Button>
          <Button
            variant="primary"
            autoFocus
            icon={<ClipboardList aria-hidden="true" />}
            onPress={() => {
              onClose()
              navigate(paths.studyDetails(study.studyID), { state: editStudyState })
            }}
          >
            {words.answer}
          </Button>
        </>
      }
    >
      <p>
        {source === 'none' ? '' : `${describeKnownSafety(safety)}. `}
        {stops === 0 ? '' : `${words.stops} `}
        {words.note}
      </p>
    </Dialog>
  )
}
