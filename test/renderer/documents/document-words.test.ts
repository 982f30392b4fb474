import { describe, expect, it } from 'vitest'
import type { FailureCode } from '#contract/reply.ts'
import { maxDocumentBytes, type StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { acceptedFiles, chooseFile } from '#renderer/documents/chosen-file.ts'
import {
  describeDocumentFailure,
  describeStatus,
  documentWords,
  offlineReason,
  whyNotDocument,
} from '#renderer/documents/document-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'

const zone = 'America/Vancouver' as ZoneId
const document = { status: 'DRAFT', statusAt: null, statusBy: null } as StudyDocument

describe('words about documents', () => {
  it.each<[FailureCode, string]>([
    ['insufficient-permissions', documentMessages.insufficientPermissions],
    ['document-name-used', documentMessages.nameUsed],
    ['document-format', documentMessages.invalidFormat],
    ['payload-too-large', documentMessages.tooLarge],
    ['not-found', documentMessages.notFound],
    ['pdf-refused', 'The back office says why.'],
    ['unexpected', documentMessages.operationFailed],
    ['offline', "Try again when you're back online."],
    ['not-sent', 'Nothing was sent. Try again.'],
    ['outcome-unknown', studyFailureWords.noAnswer.text],
  ])('describe the failure code %s, with the text of the error catalogue if there is one', (code, words) => {
    expect(describeDocumentFailure({ code, message: 'The back office says why.' })).toBe(words)
  })

  it('include the error id of an unexpected failure', () => {
    const failure = { code: 'unexpected' as const, message: '', details: { errorID: 'E-7' } }
    expect(describeDocumentFailure(failure)).toBe(`${documentMessages.operationFailed} (E-7)`)
  })

  it("name the time and person of a document's status", () => {
    const at = { statusAt: '2026-11-20T18:00:00Z' as StudyDocument['statusAt'], statusBy: 'Noor Haddad' }
    expect(describeStatus(document, zone)).toBe(documentWords.status.neverPublished)
    expect(describeStatus({ ...document, ...at }, zone)).toBe('Unpublished 20 Nov 2026 11:00am PDT by Noor Haddad')
    expect(describeStatus({ ...document, ...at, status: 'PUBLISHED', statusBy: null }, zone)).toBe(
      'Published 20 Nov 2026 11:00am PDT',
    )
  })

  it('give the reason why an action is not possible: missing rights before a missing connection', () => {
    expect(whyNotDocument('deactivate', ['FrontDesk'], false)).toBe(documentMessages.insufficientPermissions)
    expect(whyNotDocument('create', ['FrontDesk'], false)).toBe(offlineReason)
    expect(whyNotDocument('create', ['FrontDesk'], true)).toBeNull()
  })
})

describe('a chosen file', () => {
  const file = (name: string, type: string, size = 10): File => {
    const given = new File(['%PDF-1.7'], name, { type })
    Object.defineProperty(given, 'size', { value: size })
    return given
  }
  it.each([
    ['scan.pdf', 'application/pdf', 'application/pdf'],
    ['scan.PDF', '', 'application/pdf'],
    ['scan.jpg', 'image/jpeg', 'image/jpeg'],
    ['scan.jpeg', '', 'image/jpeg'],
    ['scan.png', '', 'image/png'],
  ])('%s of type "%s" is accepted as %s', (name, type, contentType) => {
    expect(chooseFile(file(name, type))).toMatchObject({ contentType })
  })

  it.each([
    ['scan.pdf', 'text/html', 10, documentMessages.invalidFormat],
    ['scan', '', 10, documentMessages.invalidFormat],
    ['scan.pdf', 'application/pdf', maxDocumentBytes + 1, documentMessages.tooLarge],
    ['scan.pdf', 'application/pdf', 0, 'The file is empty.'],
  ])('%s of type "%s" and %i bytes is refused', (name, type, size, words) => {
    const chosen = chooseFile(file(name, type, size))
    expect('refusal' in chosen ? chosen.refusal : '').toContain(words)
  })

  it('is offered in the file dialog by type and by extension', () => {
    expect(acceptedFiles.split(',')).toEqual(
      expect.arrayContaining(['application/pdf', 'image/png', 'image/jpeg', '.pdf', '.png', '.jpg', '.jpeg']),
    )
  })
})
