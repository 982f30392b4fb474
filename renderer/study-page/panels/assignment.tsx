import { UserCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ok } from '#contract/reply.ts'
import { hasRole } from '#domain/session/role.ts'
import { assignmentReason, mayAssignToOthers, readAssignment } from '#domain/study/assignment.ts'
import type { StudyStatus } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { parseInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import type { Loadable } from '../../kit/loadable.ts'
import { failureText, panelWords } from '../../study/panel-words.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import { reportPanelWords } from './report-panel-words.ts'

const words = reportPanelWords.radiology.assignment
const key = 'assign-study'

/** Returns the radiologist of a study with the time of the assignment, in words; null for none. */
export const describeAssignment = (status: StudyStatus, zone: ZoneId): string | null => {
  const assigned = readAssignment(status)
  if (assigned === null) return null
  const time = flagWords({ isSet: true, time: parseInstant(status.assignedToTime) ?? null }, zone)
  return [assigned.name, time].filter(Boolean).join(', ')
}

/** Returns a function that assigns the study, shows a notice, and returns whether the study is assigned now. */
const useAssign = (page: StudyPage) => {
  const { bridge, notices, view } = page
  const { studyID, status } = view.study
  return async (to: string | null, done: string): Promise<boolean> => {
    const from = readAssignment(status)?.userID ?? null
    const reply = await page.perform(key, studyMessages.savingFailed, async () =>
      ok(await bridge.study.assignStudy({ studyID, to, from })),
    )
    if (reply === null) return false
    if (!reply.ok) {
      notices.error({ title: studyMessages.savingFailed, description: failureText(reply.failure) })
      if (reply.failure.code === 'stale') await page.reload()
      return false
    }
    page.keep(reply.value)
    notices.success(done)
    return true
  }
}

/** Shows the buttons that assign a study; none for people whose role never assigns (decision 284). */
export function AssignmentButtons({ page }: StudyPartProps) {
  const [isOpen, setOpen] = useState(false)
  const assign = useAssign(page)
  if (page.decide('assign-study').kind === 'forbidden') return null
  const { user } = page.session
  const { status } = page.view.study
  const own = readAssignment(status)?.userID === user.user_id
  const reasonFor = (to: string | null): string | null =>
    page.reason('assign-study') ?? assignmentReason(status, { userID: user.user_id, roles: user.roles }, to)
  return (
    <div className="stp__actions">
      {hasRole(user.roles, 'radiologist') ? (
        <Button
          size="small"
          icon={<UserCheck aria-hidden="true" />}
          isPending={page.isBusy(key)}
          disabledReason={reasonFor(own ? null : user.user_id)}
          aria-label={panelWords.actFor(own ? words.giveBack : words.take, page.who)}
          onPress={() => void (own ? assign(null, words.cleared) : assign(user.user_id, words.assigned(user.fullname)))}
        >
          {own ? words.giveBack : words.take}
        </Button>
      ) : null}
      {mayAssignToOthers(user) ? (
        <Button
          size="small"
          disabledReason={reasonFor(null)}
          aria-label={panelWords.actFor(words.open, page.who)}
          onPress={() => setOpen(true)}
        >
          {words.open}
        </Button>
      ) : null}
      {isOpen ? <AssignDialog page={page} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

type Radiologist = { readonly userID: string; readonly name: string }

/** The choice for no radiologist; an account's id is never empty. */
const unassigned = ''

type AssignDialogProps = StudyPartProps & { readonly onClose: () => void }

function AssignDialog({ page, onClose }: AssignDialogProps) {
  const { bridge, view } = page
  const { studyID, status } = view.study
  const present = readAssignment(status)?.userID ?? unassigned
  const [read, setRead] = useState<Loadable<readonly Radiologist[]>>({ kind: 'loading' })
  const [chosen, setChosen] = useState(present)
  const assign = useAssign(page)
  const load = async (): Promise<void> => {
    setRead({ kind: 'loading' })
    const reply = await bridge.study.readRadiologists({ studyID })
    setRead(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }
  const first = useRef(load)
  useEffect(() => void first.current(), [])
  const list = read.kind === 'ready' ? read.value : []
  const save = async (): Promise<void> => {
    const name = list.find(({ userID }) => userID === chosen)?.name
    const done = name === undefined ? words.cleared : words.assigned(name)
    if (await assign(chosen === unassigned ? null : chosen, done)) onClose()
  }
  return (
    <Dialog
      isOpen
      width="narrow"
      title={words.title}
      onClose={onClose}
      footer={
        <CommitBar who={describeStudyIdentity(view)}>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            isPending={page.isBusy(key)}
            aria-label={panelWords.actFor(words.save, page.who)}
            disabledReason={
              read.kind === 'loading'
                ? words.loading
                : (page.reason('assign-study') ?? (chosen === present ? words.unchanged : null))
            }
            onPress={() => void save()}
          >
            {words.save}
          </Button>
        </CommitBar>
      }
    >
      {read.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failedTitle}
          action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
        >
          {failureText(read.failure)}
        </Banner>
      ) : read.kind === 'loading' ? (
        <p className="stp__quiet">{words.loading}</p>
      ) : (
        <div className="stp">
          {list.length === 0 ? <p>{words.empty}</p> : null}
          <SelectField
            label={words.label}
            autoFocus
            options={[
              { value: unassigned, label: words.none },
              ...list.map(({ userID, name }) => ({ value: userID, label: name })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      )}
    </Dialog>
  )
}
