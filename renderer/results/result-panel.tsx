import { Link2, ListX, Search } from 'lucide-react'
import { useState } from 'react'
import type { StudyPageView } from '#contract/study/bridge.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { toMemberDetails } from '#domain/release/member-details.ts'
import { reportKindWords } from '#domain/release/study-report.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import { needsAttachReason } from '#domain/results/match-result.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { useRetryKeys } from '../kit/retry-keys.ts'
import type { WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { PdfViewer } from '../pdf-viewer/pdf-viewer.tsx'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { useReadFile } from '../study/use-read-file.ts'
import { IdentityTable } from './identity-table.tsx'
import { AttachQuestion, RejectQuestion } from './result-questions.tsx'
import { describeKind, describeResultFailure, whoInResult, resultsWords as words } from './results-words.ts'
import { StudyChoice, StudyState } from './study-choice.tsx'
import { useResultStudy } from './use-result-study.ts'

type Props = Pick<ScreenProps<MemberFactories & WithLocations>, 'bridge' | 'stores' | 'notices'> & {
  readonly result: WaitingResult
  readonly zone: ZoneId
  readonly isOnline: boolean
  /** Called after the result was attached or rejected, or was found to be decided already. */
  readonly onDecided: () => void
}

/** Runs the acts on a result. Returns the open question, the failure of its last try, and the acts. */
const useResultActs = ({ bridge, notices, result, onDecided }: Props, reload: () => Promise<void>) => {
  const [asked, setAsked] = useState<'attach' | 'reject' | null>(null)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const withRetryKey = useRetryKeys()
  const { resultID, status, kind } = result
  const ask = (next: typeof asked): void => {
    setProblem(null)
    setAsked(next)
  }
  const run = async (call: () => ReturnType<typeof bridge.results.reject>, done: string): Promise<void> => {
    setPending(true)
    const reply = await call()
    setPending(false)
    if (reply.ok) {
      setAsked(null)
      notices.success({ title: done, description: whoInResult(result) })
      onDecided()
      return
    }
    setProblem(describeResultFailure(reply.failure))
    // The record may have changed. The reload ensures that the next try confirms the current record.
    if (reply.failure.code === 'stale') await reload()
  }
  return {
    asked,
    ask,
    isPending,
    problem,
    attach: ({ study, member }: StudyPageView, reason: string) =>
      run(
        () =>
          withRetryKey(`attach ${study.studyID}`, (idempotencyKey) =>
            bridge.results.attach({
              ...{ resultID, studyID: study.studyID, reason, idempotencyKey },
              memberDetails: toMemberDetails(member),
            }),
          ),
        words.attach.done(status, reportKindWords[kind]),
      ),
    reject: (reason: string) =>
      run(
        () => withRetryKey('reject', (idempotencyKey) => bridge.results.reject({ resultID, reason, idempotencyKey })),
        words.reject.done,
      ),
  }
}

/** Shows a result: the person whom it names beside the member of a study, its report, and the two acts. */
export function ResultPanel(props: Props) {
  const { bridge, stores, result, zone, isOnline } = props
  const [chosen, setChosen] = useState<StudyID | null>(result.named?.studyID ?? null)
  const [isChoosing, setChoosing] = useState(false)
  const [isShown, setShown] = useState(false)
  const { view, reload } = useResultStudy(bridge, chosen)
  const { asked, ask, isPending, problem, attach, reject } = useResultActs(props, reload)
  const study = view.kind === 'ready' ? view.value : null
  const hasFile = result.status !== 'cancelled'
  const offline = isOnline ? null : words.needsConnection
  const cannotAttach =
    offline ?? (study === null ? words.attach.noStudy : hasFile && !isShown ? words.attach.notShown : null)
  const why = words.reasons[result.reason]
  return (
    <div className="res__result">
      <header>
        <h2 className="res__who">{whoInResult(result)}</h2>
        <p className="res__quiet tabular">
          {describeKind(result)}. {words.sender(result)}. {words.received} {formatInstant(result.receivedAt, zone)}.{' '}
          {words.issued} {formatInstant(result.issuedAt, zone)}.
        </p>
      </header>
      <Banner tone="warning" title={why.title}>
        {why.text}
      </Banner>
      <Panel
        title={words.compare.title}
        isCollapsible={false}
        actions={
          <Button size="small" icon={<Search aria-hidden="true" />} onPress={() => setChoosing(true)}>
            {chosen === null ? words.study.choose : words.study.chooseOther}
          </Button>
        }
      >
        <div className="res__result">
          <IdentityTable
            result={result}
            study={study === null ? null : { studyID: study.study.studyID, member: study.member }}
          />
          <StudyFacts view={view} onRetry={() => void reload()} />
        </div>
      </Panel>
      <div className="res__acts">
        <Button
          variant="primary"
          icon={<Link2 aria-hidden="true" />}
          disabledReason={cannotAttach}
          onPress={() => ask('attach')}
        >
          {words.attach.open(result.status)}
        </Button>
        <Button icon={<ListX aria-hidden="true" />} disabledReason={offline} onPress={() => ask('reject')}>
          {words.reject.open}
        </Button>
      </div>
      <Panel title={words.report.title} isCollapsible={false}>
        {hasFile ? <ResultFile {...props} onShown={setShown} /> : <p>{words.report.none}</p>}
      </Panel>
      {isChoosing ? (
        <StudyChoice
          result={result}
          stores={stores}
          onClose={() => setChoosing(false)}
          onChoose={(studyID) => {
            setChoosing(false)
            setChosen(studyID)
          }}
        />
      ) : null}
      {asked === 'attach' && study !== null ? (
        <AttachQuestion
          {...{ result, isPending }}
          study={{ studyID: study.study.studyID, member: study.member }}
          isReasonNeeded={needsAttachReason(result, study.study, study.member)}
          disabledReason={cannotAttach}
          errorMessage={problem}
          onConfirm={(reason) => void attach(study, reason)}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked === 'reject' ? (
        <RejectQuestion
          {...{ result, isPending }}
          disabledReason={offline}
          errorMessage={problem}
          onConfirm={(reason) => void reject(reason)}
          onClose={() => ask(null)}
        />
      ) : null}
    </div>
  )
}

/** Shows the report, which must be drawn before it can be attached. */
function ResultFile({
  bridge,
  result,
  onShown,
}: Pick<Props, 'bridge' | 'result'> & { readonly onShown: (isShown: boolean) => void }) {
  const { file, retry } = useReadFile(() => bridge.results.readFile({ resultID: result.resultID }))
  return (
    <div className="res__file">
      <PdfViewer
        title={reportKindWords[result.kind]}
        file={file.kind === 'ready' ? file.value : null}
        failure={
          file.kind === 'failed' ? { title: words.report.failed, text: describeResultFailure(file.failure) } : null
        }
        onRetry={retry}
        onFirstPage={(drawn) => onShown(drawn === 'drawn')}
      />
    </div>
  )
}

/** Shows the appointment of the study, or why it was not read. */
function StudyFacts({ view, onRetry }: { readonly view: Loadable<StudyPageView>; readonly onRetry: () => void }) {
  switch (view.kind) {
    case 'idle':
      return null
    case 'loading':
      return (
        <SkeletonGroup label={words.study.loading}>
          <Skeleton shape="block" height="44px" />
        </SkeletonGroup>
      )
    case 'failed':
      return (
        <Banner tone="error" title={words.study.failed} action={<Button onPress={onRetry}>{words.tryAgain}</Button>}>
          {describeResultFailure(view.failure)}
        </Banner>
      )
    case 'ready': {
      const { study, member, location } = view.value
      return (
        <div className="res__bar">
          <FactList className="res__facts">
            <Fact label={words.study.appointment} missing={words.study.noTime}>
              {study.booking === null ? null : formatInstant(study.booking.utcStart, study.booking.timezone)}
            </Fact>
            <Fact label={words.study.scan}>{`${packageName(study.skuID, location)}, ${location.address.name}`}</Fact>
          </FactList>
          <StudyState study={study} />
          <LinkButton
            href={paths.study(study.studyID)}
            variant="text"
            aria-label={words.study.openOf(fullName(member))}
          >
            {words.study.open}
          </LinkButton>
        </div>
      )
    }
  }
}
