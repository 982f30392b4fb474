import { ClipboardList } from 'lucide-react'
import { useLocation } from 'wouter'
import { fullName, type Member } from '#domain/members/member.ts'
import { describeKnownSafety, knownSafety } from '#domain/safety/known-safety.ts'
import type { Study } from '#domain/study/study.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { editStudyState, paths } from '../../routes.ts'

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
      title="This member has not completed their mandatory safety questions"
      subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
      footer={
        <>
          <Button onPress={onClose}>Later</Button>
          <Button
            variant="primary"
            autoFocus
            icon={<ClipboardList aria-hidden="true" />}
            onPress={() => {
              onClose()
              navigate(paths.studyDetails(study.studyID), { state: editStudyState })
            }}
          >
            Answer Questions
          </Button>
        </>
      }
    >
      <p>
        {source === 'none' ? '' : `${describeKnownSafety(safety)}. `}
        {stops === 0 ? '' : 'The stops must be settled before the scan. '}
        No one enters the magnet without them. Answers given so far are kept, and the questions can be finished at any
        time before the scan.
      </p>
    </Dialog>
  )
}
