import { createIppClient, type IppClient, type IppFailure, type IppJob } from '#paper/ipp/ipp-client.ts'
import { attributesOf, boolean, collection, numberIn, textsIn, uri } from '#paper/ipp/ipp-value.ts'
import type { FaxCarrier, FaxHandOver, FaxStanding } from './fax-carrier.ts'

const deadlineMs = 30_000

/** What a fax server says of a number in the way, in words for the desk; another keyword says nothing to anybody. */
const reasonWords: Readonly<Record<string, string>> = {
  'connecting-to-destination': 'The number is being called.',
  'connected-to-destination': 'The fax is being sent.',
  'fax-modem-line-busy': 'The line is busy.',
  'fax-modem-no-answer': 'Nobody answered.',
  'fax-modem-voice-detected': 'A person answered, no fax machine.',
  'fax-modem-no-dial-tone': 'The fax server has no line.',
  'fax-modem-carrier-lost': 'The line broke.',
  'fax-modem-protocol-error': 'The other fax machine was not understood.',
  'fax-modem-training-failure': 'The other fax machine was not understood.',
  'destination-uri-failed': 'The number could not be reached.',
}

const wordsOf = (job: IppJob): string | null =>
  textsIn(job.attributes, 'job-state-reasons').flatMap((reason) => reasonWords[reason] ?? [])[0] ?? null

const standingOf = (job: IppJob): FaxStanding => {
  switch (job.state) {
    case 'completed':
      return { kind: 'delivered', pages: numberIn(job.attributes, 'job-impressions-completed') }
    case 'aborted':
      return { kind: 'failed', reason: wordsOf(job) ?? 'The fax server gave up.' }
    case 'canceled':
      return { kind: 'cancelled' }
    default:
      return { kind: 'under-way', reason: wordsOf(job) }
  }
}

/** What a call that gave no job says of the fax: only a connection that broke under way leaves it open. */
const handOverOf = (failure: IppFailure): FaxHandOver => {
  switch (failure.kind) {
    case 'unreachable':
    case 'busy':
    case 'not-found':
      return { kind: 'unavailable' }
    case 'broken':
      return { kind: 'unknown' }
    case 'refused':
      return { kind: 'refused', reason: 'The fax server does not take this fax.' }
  }
}

/**
 * A fax server over IPP FaxOut (PWG 5100.15): Print-Job with the number in `destination-uris` and our key as the job's name,
 * which Get-Jobs finds again. `url`: `ipp://` or `ipps://`. A receipt is the job's number.
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
    // One list without it says nothing while the other could not be read.
    return open.ok && ended.ok ? { kind: 'absent' } : { kind: 'unavailable' }
  }
  return {
    kind: 'ipp',
    // Servers drop the jobs they are done with, some at once (CUPS: PreserveJobHistory, MaxJobs).
    isAbsenceProof: false,
    send: async ({ key, to, pdf }) => {
      // The server does not know one key from another: one that was taken before must not go out twice.
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
      if (reply.ok) return standingOf(reply.value)
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
