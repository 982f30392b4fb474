import { ArrowLeft, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { ResultIdentity } from '#domain/results/incoming-report.ts'
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
import { TextField } from '../kit/controls/text-field.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { NoMembersFound } from '../members/no-members-found.tsx'
import { describeResultFailure, resultsWords, whoInResult } from './results-words.ts'

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
        <MemberChoice identity={result.identity} stores={stores} onChoose={setMember} />
      ) : (
        <StudiesOfMember member={member} stores={stores} onChoose={onChoose} onBack={() => setMember(null)} />
      )}
    </Dialog>
  )
}

type MemberChoiceProps = {
  readonly identity: ResultIdentity
  readonly stores: Stores
  readonly onChoose: (member: Member) => void
}

function MemberChoice({ identity, stores, onChoose }: MemberChoiceProps) {
  const store = useMemo(() => stores.newMembers(), [stores])
  const { text, found, search, retry } = useStore(store)
  useEffect(() => {
    void store.getState().search(`${identity.given} ${identity.family}`.trim())
    return () => store.getState().stop()
  }, [store, identity])
  return (
    <div className="res__choice">
      <TextField
        label={words.search}
        type="search"
        icon={<Search aria-hidden="true" size={16} />}
        placeholder={words.placeholder}
        value={text}
        onChange={(next) => void search(next)}
        onClear={() => void search('')}
        autoFocus
      />
      <p className="res__quiet" role="status">
        {found.kind === 'loading' ? words.searching : null}
        {found.kind === 'ready' && found.value.members.length > 0 ? words.found(found.value.members.length) : null}
      </p>
      {found.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failed}
          action={<Button onPress={() => void retry()}>{resultsWords.tryAgain}</Button>}
        >
          {describeResultFailure(found.failure)}
        </Banner>
      ) : null}
      {found.kind === 'ready' && found.value.members.length === 0 ? (
        <p>
          <NoMembersFound text={found.value.text} source={found.value.source} />
        </p>
      ) : null}
      {found.kind === 'ready' ? (
        <ul className="res__options">
          {found.value.members.map((member) => {
            const different = differingFields(identity, member)
            return (
              <li key={member.patientID}>
                <button type="button" className="res__option" onClick={() => onChoose(member)}>
                  <strong className="res__value">{fullName(member)}</strong>
                  <span className="tabular">{formatDate(member.dob)}</span>
                  <span className="res__quiet">{member.patientID}</span>
                  <Badge tone={different.length === 0 ? 'success' : 'neutral'}>
                    {different.length === 0 ? words.agrees : words.differs(different)}
                  </Badge>
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
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
    <div className="res__choice">
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
        <ul className="res__options">
          {studies.value.map((study) => {
            const [time, what] = describe(study)
            return (
              <li key={study.studyID}>
                <button type="button" className="res__option" onClick={() => onChoose(study.studyID)}>
                  <strong className="res__value tabular">{time}</strong>
                  <span>{what}</span>
                  <span className="res__quiet">{study.studyID}</span>
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
  if (study.status.cancelled) return <Badge tone="danger">{resultsWords.study.cancelled}</Badge>
  return study.status.scanned ? <Badge tone="success">{resultsWords.study.scanned}</Badge> : null
}
