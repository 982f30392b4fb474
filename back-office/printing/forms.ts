import {
  describeConsentVersion,
  findConsentText,
  findNamedConsentText,
  type ShownConsentText,
} from '#domain/settings/consent-text.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { toStudyBadges } from '#domain/study/study-badges.ts'
import { consentState, type MemberConsent, readMemberConsent } from '#domain/study/study-consent.ts'
import { toStudyTags } from '#domain/study/study-tags.ts'
import { minutesBetween } from '#domain/values/instant.ts'
import { standardLanguage } from '#domain/values/language.ts'
import type { PaperFact } from '#paper/sheet/blocks.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { makeInvoice } from '../payments/read-payments.ts'
import { readConsentTexts } from '../repositories/consent-texts-repository.ts'
import { findReceivedReferral } from '../repositories/received-referral.ts'
import { findReleaseFile } from '../repositories/release-document.ts'
import { findSafetyRecord } from '../repositories/safety-repository.ts'
import { consentWordsIn } from './consent-words.ts'
import type { Consent } from './draw-consent.ts'
import type { Referral } from './draw-referral.ts'
import { toMedicalHistory } from './medical-history.ts'
import { stampRoom, whenOf } from './paper-head.ts'
import { describePaperPractitioners, findPaperPractitioners } from './practitioners.ts'
import { drawNamedPaper, type MadePaper, type PaperRecipe } from './recipe.ts'
import { pdfRefused } from './stamp-study-pdf.ts'
import type { PaperSubject } from './study-paper-subject.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { info: words } = studyPaperWords

/** The member's answers, and whether they are complete. */
export const medicalHistory: PaperRecipe = {
  make: async ({ row, study, member, head }, context) => {
    const record = await findSafetyRecord(context.db, row)
    return drawNamedPaper(`${study.studyID} medical history.pdf`, {
      kind: 'medical-history',
      head,
      history: toMedicalHistory(record, member.gender, study, context.now),
    })
  },
}

/**
 * The member agreement with its signatures, in the version that the member signed; if no version is recorded, the text
 * in force. A missing signature is marked as missing.
 */
export const consent: PaperRecipe = {
  make: async (subject, { db }) => {
    const { study, member } = subject
    const texts = await readConsentTexts(db)
    const named = findNamedConsentText(texts, study.details.consentText)
    const shown = named ?? findConsentText(texts, study.locationID, member.language)
    // A signed agreement stays in the language of the signature.
    const head = { ...subject.head, language: shown.language }
    const isUnknown = named === null && consentState(study) === 'complete'
    const version = isUnknown ? consentWordsIn(shown.language).versionNotRecorded : versionOf(shown, head)
    return drawNamedPaper(`${study.studyID} consent.pdf`, {
      kind: 'consent',
      head,
      consent: { ...signaturesOf({ study, head }), agreement: { title: shown.title, text: shown.text, version } },
    })
  },
}

/** The blank agreement in force, in the member's language, to sign on paper. */
export const consentForm: PaperRecipe = {
  make: async ({ study, member, ...subject }, { db }) => {
    const shown = findConsentText(await readConsentTexts(db), study.locationID, member.language)
    const head = { ...subject.head, language: shown.language }
    const agreement = { title: shown.title, text: shown.text, version: versionOf(shown, head) }
    return drawNamedPaper(`${study.studyID} consent form.pdf`, { kind: 'consent-form', head, agreement })
  },
}

const versionOf = (text: ShownConsentText, head: PaperSubject['head']): string =>
  consentWordsIn(text.language).version(
    describeConsentVersion(text, text.language),
    text.createdAt && whenOf(text.createdAt, head, ''),
  )

const consentWordsOf = ({ language = standardLanguage }: PaperSubject['head']) => consentWordsIn(language)

const memberSignatureOf = (consent: MemberConsent, head: PaperSubject['head']): Consent['member'] => {
  switch (consent.kind) {
    case 'signed':
      return { by: head.memberName, at: consent.time }
    case 'on-paper':
      return { by: consent.by ?? consentWordsOf(head).theDesk, at: consent.time, isDesksMark: true }
    case 'missing':
      return null
  }
}

const signaturesOf = ({ study, head }: Pick<PaperSubject, 'study' | 'head'>): Omit<Consent, 'agreement'> => {
  const consent = readMemberConsent(study)
  const scan = readFlag(study.status, 'scanned')
  return {
    member: memberSignatureOf(consent, head),
    technologist: study.details.technologistConsentSigned
      ? { by: scan.by ?? consentWordsOf(head).technologistOnDuty, at: scan.time }
      : null,
  }
}

/**
 * The medical referral: the published document if staff received one (decision 301), otherwise Atrium's sheet; at a
 * location that requires no referral, the appropriateness review.
 */
export const medicalReferral: PaperRecipe = {
  make: async (subject, context) => {
    const { study, location, head } = subject
    const received = location.referralRequired ? await readReceivedReferral(study.studyID, context) : null
    if (received !== null) return received
    const name = location.referralRequired ? 'medical referral' : 'appropriateness review'
    return drawNamedPaper(`${study.studyID} ${name}.pdf`, {
      kind: 'medical-referral',
      head,
      referral: await toReferral(subject, context),
    })
  },
}

/** Returns the referral document as a PDF without a stamp; null if there is none. Throws 422 `pdf-refused`. */
const readReceivedReferral = async (
  studyID: string,
  { db, pdf }: Pick<HandlerContext, 'db' | 'pdf'>,
): Promise<MadePaper | null> => {
  const found = await findReceivedReferral(db, studyID)
  const file = found && (await findReleaseFile(db, studyID, found.uuid))
  if (file === undefined) return null
  const fileName = `${studyID} medical referral.pdf`
  const bytes = Buffer.from(file.base64File, 'base64')
  if (file.fileType !== 'application/pdf') {
    const drawn = await pdf.picture(bytes, file.fileType)
    if (drawn.kind === 'refused') throw pdfRefused(drawn.reason)
    return { fileName, base64: Buffer.from(drawn.bytes).toString('base64'), pages: 1 }
  }
  const read = await pdf.inspect(bytes)
  if (read.kind === 'refused') throw pdfRefused(read.reason)
  return { fileName, base64: file.base64File, pages: read.pages }
}

/** The referral package: cover, appointment, reason and practitioners. */
export const referralPage: PaperRecipe = {
  make: async (subject, context) => {
    const { study, head } = subject
    return drawNamedPaper(`${study.studyID} referral package.pdf`, {
      kind: 'referral-page',
      head,
      enclosed: {
        referral: await toReferral(subject, context),
        additional: await findPaperPractitioners(context.db, study.details.practitioners.additional),
        appointment: appointmentOf(subject),
      },
    })
  },
}

const toReferral = async ({ study, location }: PaperSubject, { db }: Pick<HandlerContext, 'db'>): Promise<Referral> => {
  const { primary, referring } = study.details.practitioners
  const [toPrimary, toReferring] = await findPaperPractitioners(db, [primary, referring])
  const referred = readFlag(study.status, 'referred')
  return {
    isRequired: location.referralRequired,
    doneAt: referred.isSet ? referred.time : null,
    isDone: referred.isSet,
    doneBy: referred.by,
    referring: toReferring ?? null,
    primary: toPrimary ?? null,
    reason: study.details.reasonForScan,
  }
}

/** The facts of the study page. */
export const studyInfo: PaperRecipe = {
  make: async (subject, context) => {
    const { study, location, head } = subject
    return drawNamedPaper(`${study.studyID} study information.pdf`, {
      kind: 'study-info',
      head,
      info: {
        isCancelled: study.status.cancelled,
        appointment: [
          ...appointmentOf(subject),
          [words.tags, toStudyTags(study).join(', ') || words.none],
          [words.bookedBy, readFlag(study.status, 'booked').by ?? studyPaperWords.unknown],
          [words.referredThrough, study.referralType],
        ],
        steps: toStudyBadges(study, location).map(({ label, wording, isComplete, time, note }) => ({
          label,
          wording: note === null ? wording : `${wording} (${note})`,
          isComplete,
          time: whenOf(time, head, ''),
        })),
        practitioners: await describePaperPractitioners(context.db, study.details.practitioners),
        reason: study.details.reasonForScan,
      },
    })
  },
}

const appointmentOf = ({ study, location, head }: PaperSubject): PaperFact[] => {
  const { booking } = study
  const machine = location.machines.find(({ machineID }) => machineID === booking?.machineID)
  return [
    [words.when, whenOf(booking?.utcStart ?? null, head, studyPaperWords.head.noAppointment)],
    [words.machine, booking === null ? words.none : (machine?.name ?? booking.machineID)],
    [words.length, booking === null ? words.none : words.minutes(minutesBetween(booking.utcStart, booking.utcEnd))],
  ]
}

/** The study's invoice as it is emailed, but with room for the stamp. */
export const invoice: PaperRecipe = {
  make: async ({ row, study }, context) =>
    drawNamedPaper(`${study.studyID} invoice.pdf`, {
      kind: 'invoice',
      invoice: await makeInvoice(context.db, row, context),
      headRoom: stampRoom(study.skuID),
    }),
}
