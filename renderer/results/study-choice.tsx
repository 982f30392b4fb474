import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import { differingFields } from '#domain/results/match-result.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { MemberFinder } from '../members/member-finder.tsx'
import { AppointmentBadge } from '../study/state-badge.tsx'
import { describeResultFailure, resultsWords, whoInResult } from './results-words.ts'
import '../members/choice-list.css'

const words = resultsWords.choice

type Stores = MemberFactories & WithLocations
type Props = {
  readonly result: WaitingResult
  readonly stores: Stores
  readonly onChoose: (studyID: StudyID) => void
  readonly onClose: () => void
}

const who = (member: Member): string => `${fullName(member)}, ${resultsWords.bornOn(formatDate(member.dob))}`

/** Asks for the study of a result: first the member, found by a search for the name in the result, then the study. */
export function StudyChoice({ result, stores, onChoose, onClose }: Props) {
  const [member, setMember] = useState<Member | null>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title}
      subtitle={
        <>
          {words.person} <strong>{whoInResult(result)}</strong>
        </>
      }
    >
      {member === null ? (
        <MemberFinder
          stores={stores}
          startText={`${result.identity.given} ${result.identity.family}`.trim()}
          describeFailure={describeResultFailure}
          note={(found) => <Agreement fields={differingFields(result.identity, found)} />}
          onChoose={setMember}
        />
      ) : (
        <StudiesOfMember member={member} stores={stores} onChoose={onChoose} onBack={() => setMember(null)} />
      )}
    </Dialog>
  )
}

/** Shows that the member agrees with the result, or which fields differ. */
function Agreement({ fields }: { readonly fields: ReturnType<typeof differingFields> }) {
  return fields.length === 0 ? <Badge tone="success">{words.agrees}</Badge> : <Badge>{words.differs(fields)}</Badge>
}

type StudiesProps = {
  readonly member: Member
  readonly stores: Stores
  readonly onChoose: (studyID: StudyID) => void
  readonly onBack: () => void
}

function StudiesOfMember({ member, stores, onChoose, onBack }: StudiesProps) {
  const store = useMemo(() => stores.newMember(member.patientID), [stores, member.patientID])
  const { studies, load } = useStore(store)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  useEffect(() => {
    void store.getState().load()
    return () => store.getState().stop()
  }, [store])
  const describe = (study: Study): readonly [string, string] => {
    const known = catalogue.kind === 'ready' ? catalogue.value : { locations: [], skus: [] }
    const location = known.locations.find(({ locationID }) => locationID === study.locationID)
    const { booking } = study
    return [
      booking === null ? resultsWords.study.noTime : formatInstant(booking.utcStart, booking.timezone),
      `${packageName(study.skuID, location ?? null, known.skus)}, ${location?.address.name ?? study.locationID}`,
    ]
  }
  return (
    <div className="choice-list">
      <div className="res__bar">
        <Button autoFocus icon={<ArrowLeft aria-hidden="true" />} onPress={onBack}>
          {words.back}
        </Button>
        <p>
          {words.studiesOf} <strong>{who(member)}</strong>
        </p>
      </div>
      {studies.kind === 'failed' ? (
        <Banner
          tone="error"
          title={resultsWords.study.failed}
          action={<Button onPress={() => void load()}>{resultsWords.tryAgain}</Button>}
        >
          {describeResultFailure(studies.failure)}
        </Banner>
      ) : studies.kind !== 'ready' ? (
        <SkeletonGroup label={resultsWords.study.loading}>
          <Skeleton shape="block" height="44px" />
          <Skeleton shape="block" height="44px" />
        </SkeletonGroup>
      ) : studies.value.length === 0 ? (
        <EmptyState size="small" title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <ul className="choice-list__options">
          {studies.value.map((study) => {
            const [time, what] = describe(study)
            return (
              <li key={study.studyID}>
                <button type="button" className="choice-list__option" onClick={() => onChoose(study.studyID)}>
                  <strong className="choice-list__name tabular">{time}</strong>
                  <span>{what}</span>
                  <span className="choice-list__quiet">{study.studyID}</span>
                  <StudyState study={study} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Shows whether a study is cancelled or scanned. */
export function StudyState({ study }: { readonly study: Pick<Study, 'status'> }) {
  if (study.status.cancelled) return <AppointmentBadge state="cancelled" />
  return study.status.scanned ? <AppointmentBadge state="scanned" /> : null
}
