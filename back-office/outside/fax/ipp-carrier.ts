import { createIppClient, type IppClient, type IppFailure, type IppJob } from '#paper/ipp/ipp-client.ts'
import { attributesOf, boolean, collection, numberIn, textsIn, uri } from '#paper/ipp/ipp-value.ts'
import type { FaxCarrier, FaxHandOver, FaxStatus } from './fax-carrier.ts'
import { faxWords } from './fax-words.ts'

const deadlineMs = 30_000

/** Texts for staff, by the fax server's reason keyword; other keywords have no text. */
const reasonWords: Readonly<Record<string, string>> = {
  'connecting-to-destination': faxWords.calling,
  'connected-to-destination': faxWords.sending,
  'fax-modem-line-busy': faxWords.busy,
  'fax-modem-no-answer': faxWords.noAnswer,
  'fax-modem-voice-detected': faxWords.voice,
  'fax-modem-no-dial-tone': faxWords.noLine,
  'fax-modem-carrier-lost': faxWords.lineBroke,
  'fax-modem-protocol-error': faxWords.notUnderstood,
  'fax-modem-training-failure': faxWords.notUnderstood,
  'destination-uri-failed': faxWords.numberFailed,
}

const wordsOf = (job: IppJob): string | null =>
  textsIn(job.attributes, 'job-state-reasons').flatMap((reason) => reasonWords[reason] ?? [])[0] ?? null

const toFaxStatus = (job: IppJob): FaxStatus => {
  switch (job.state) {
    case 'completed':
      return { kind: 'delivered', pages: numberIn(job.attributes, 'job-impressions-completed') }
    case 'aborted':
      return { kind: 'failed', reason: wordsOf(job) ?? faxWords.gaveUp }
    case 'canceled':
      return { kind: 'cancelled' }
    default:
      return { kind: 'under-way', reason: wordsOf(job) }
  }
}

/** Maps a failed call to the fax's result: the result is unknown only if the connection broke during the call. */
const handOverOf = (failure: IppFailure): FaxHandOver => {
  switch (failure.kind) {
    case 'unreachable':
    case 'busy':
    case 'not-found':
      return { kind: 'unavailable' }
    case 'broken':
      return { kind: 'unknown' }
    case 'refused':
      return { kind: 'refused', reason: faxWords.refused }
  }
}

/**
 * Creates a carrier for a fax server over IPP FaxOut (PWG 5100.15): Print-Job with the number in `destination-uris` and
 * our key as the job name, which Get-Jobs finds later. `url`: `ipp://` or `ipps://`. A receipt is the job number.
 */
export const createIppCarrier = (
  url: string,
  client: IppClient = createIppClient({ userName: 'atrium', timeoutMs: deadlineMs }),
): FaxCarrier => {
  const find: FaxCarrier['find'] = async (key) => {
    const [open, ended] = await Promise.all([client.readJobs(url, 'not-completed'), client.readJobs(url, 'completed')])
    const jobs = [...(open.ok ? open.value : []), ...(ended.ok ? ended.value : [])]
    const job = jobs.find(({ name }) => name === key)
    if (job !== undefined) return { kind: 'found', receipt: String(job.id) }
    // The job counts as absent only if both lists could be read: a list that could not be read may contain it.
    return open.ok && ended.ok ? { kind: 'absent' } : { kind: 'unavailable' }
  }
  return {
    kind: 'ipp',
    // Servers drop finished jobs, some servers immediately (CUPS: PreserveJobHistory, MaxJobs).
    isAbsenceProof: false,
    send: async ({ key, to, pdf }) => {
      // The server has no idempotency keys, so a fax that it has already accepted must be found by the job name.
      // Otherwise the fax would be sent twice.
      const before = await find(key)
      if (before.kind === 'found') return { kind: 'accepted', receipt: before.receipt }
      if (before.kind === 'unavailable') return { kind: 'unavailable' }
      const reply = await client.printJob(url, {
        jobName: key,
        document: pdf,
        format: 'application/pdf',
        jobAttributes: attributesOf({
          'destination-uris': collection(attributesOf({ 'destination-uri': uri(`tel:+${to}`) })),
          'confirmation-sheet-print': boolean(false),
        }),
      })
      return reply.ok ? { kind: 'accepted', receipt: String(reply.value.id) } : handOverOf(reply.failure)
    },
    find,
    read: async (receipt) => {
      const reply = await client.readJob(url, Number(receipt))
      if (reply.ok) return toFaxStatus(reply.value)
      return reply.failure.kind === 'not-found' ? { kind: 'lost' } : { kind: 'unavailable' }
    },
    cancel: async (receipt) => {
      const stopped = await client.cancelJob(url, Number(receipt))
      if (stopped.ok) return { kind: 'cancelled' }
      return {
        kind: stopped.failure.kind === 'refused' || stopped.failure.kind === 'not-found' ? 'too-late' : 'unavailable',
      }
    },
    readSent: () => null,
  }
}
