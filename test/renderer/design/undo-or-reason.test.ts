import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'

// Lists every command that changes something, with what lets the user put it back (decision 397). A new command fails
// this test until it is in one of the lists.

/** A file of the renderer, and a text that is in it or in a words module that it imports. */
type Place = readonly [file: string, text: string]

/** Commands whose notice offers Undo for ten seconds, and so Ctrl+Z. The text is the label of the button, in code. */
const undo: Readonly<Record<string, readonly Place[]>> = {
  'booking.reschedule': [['booking/assisted/use-move-back.ts', 'words.moveBack']],
  'payments.emailInvoice': [['frame/send-notices.tsx', 'sendNoticeWords.undo']],
  'payments.emailReceipt': [['frame/send-notices.tsx', 'sendNoticeWords.undo']],
  'release.confirmDisc': [['release/inside/send-acts.tsx', 'words.undo']],
  'release.send': [['frame/send-notices.tsx', 'sendNoticeWords.undoAll']],
  'study.mark': [
    ['booking/front-desk/use-board-acts.ts', 'texts.undo'],
    ['study-page/panels/scan-button.tsx', 'studyPartWords.undo'],
    ['study/act-button.tsx', 'studyPartWords.undo'],
  ],
  'study.markConsult': [['consult/consult-panel.tsx', 'consultWords.undo']],
  'study.resendConfirmation': [['frame/send-notices.tsx', 'sendNoticeWords.undo']],
  'study.resendFeedback': [['frame/send-notices.tsx', 'sendNoticeWords.undo']],
  'study.setPrescriptionTaken': [['study-page/panels/sedative-taken.tsx', 'studyPartWords.undo']],
}

/** Commands with a question or a line before the act, which says what happens and whether it can be undone. */
const asksBefore: Readonly<Record<string, Place>> = {
  'accounts.endSessions': [
    'accounts/account-acts.tsx',
    'Signs this person out on every computer. This cannot be undone.',
  ],
  'accounts.resetPassword': ['accounts/account-acts.tsx', 'set a new password. This cannot be undone.'],
  'accounts.unlock': [
    'accounts/account-acts.tsx',
    'This person can sign in again after too many wrong passwords. This cannot be undone.',
  ],
  'audit.reviewHeads': ['audit/kept-heads.tsx', 'mark the difference as reviewed, which cannot be undone.'],
  'booking.cancel': ['booking/moving/cancel-dialog.tsx', "This can't be undone. You would need to book again."],
  'booking.convertTemporaryHold': [
    'booking/moving/study-identity.tsx',
    'A booking cannot become a temporary hold again.',
  ],
  'clinics.keepInClosure': ['locations/closure-card.tsx', 'This cannot be undone.'],
  'dataDuties.erase': ['members/erase-dialog.tsx', 'It cannot be undone.'],
  'directory.decide': [
    'people/directory-screen.tsx',
    'A decision cannot be undone. The practitioner can be changed again.',
  ],
  'documents.discardReport': ['documents/study-reports.tsx', 'You can upload the report again.'],
  'documents.publishReport': ['documents/report-publish-dialog.tsx', 'can be sent and can’t be taken back.'],
  'documents.remove': ['documents/delete-dialog.tsx', 'This cannot be undone.'],
  'import.run': ['import/import-section.tsx', 'An import cannot be undone.'],
  'jobs.dismiss': ['queue/queues-screen.tsx', 'To send it, start again from the study.'],
  'jobs.settle': ['queue/resolve-job-dialog.tsx', 'A recorded result cannot be changed.'],
  'messages.decide': [
    'study-page/panels/messages-panel.tsx',
    'Atrium sends the message at once. This cannot be undone.',
  ],
  'practitioners.merge': ['people/practitioners-section.tsx', "can't be used. This cannot be undone."],
  'programReleases.steer': ['update/updates-section.tsx', 'do not go back by themselves.'],
  'results.attach': ['results/result-questions.tsx', 'The result leaves the list. This cannot be undone.'],
  'results.closeRefused': ['results/refused-panel.tsx', 'does not arrive. This cannot be undone.'],
  'results.reject': ['results/result-questions.tsx', 'with your reason. This cannot be undone.'],
  'safety.discardDraft': ['safety/section/discard-answers.tsx', 'saved answers are kept. This cannot be undone.'],
  'sharing.revoke': ['documents/shares-table.tsx', 'Only the member can share the study again.'],
  'study.confirmMemberEmail': ['frame/email-confirmation-dialog.tsx', 'stays until the address changes.'],
  'study.dismissWaiting': ['study-page/panels/refused-act-banner.tsx', 'it is removed and cannot be shown again.'],
  'workstation.deleteCache': ['settings/settings-screen.tsx', 'Atrium loads it again from the server.'],
  'workstation.leaveServer': ['settings/settings-screen.tsx', 'You can connect to the old server again later.'],
  'selfService.signUpAndBook': [
    'booking/self-service/self-service-words.ts',
    'To change or cancel the appointment later, please call the clinic.',
  ],
  'study.addNote': ['study-page/log/note-form.tsx', 'A note cannot be changed or removed.'],
  'study.confirmBodyCompositionQC': [
    'study-page/panels/body-composition-panel.tsx',
    'A confirmation cannot be undone.',
  ],
}

/** Commands that a control on the same screen puts back: a toggle, an edit, a withdrawal. */
const reverseControl: Readonly<Record<string, Place>> = {
  'accounts.acceptInvitation': ['accounts/own-password-panel.tsx', 'Change password'],
  'accounts.change': ['accounts/account-acts.tsx', 'Reactivate'],
  'accounts.changeOwnPassword': ['accounts/own-password-panel.tsx', 'Change password'],
  'accounts.invite': ['accounts/account-acts.tsx', 'Deactivate'],
  'booking.book': ['study/appointment-acts.tsx', 'Cancel'],
  'booking.setProactive': ['booking/moving/study-identity.tsx', 'Proactive booking'],
  'booking.setSedative': ['booking/moving/study-identity.tsx', 'words.sedative'],
  'catalogue.changeDocumentType': ['catalogue/document-types-section.tsx', 'actsColumn'],
  'catalogue.changeGiftCard': ['catalogue/gift-cards-section.tsx', 'recordsWords.activeHint'],
  'catalogue.changePromo': ['catalogue/promos-section.tsx', 'actsColumn'],
  'catalogue.changeSku': ['catalogue/catalogue-section.tsx', 'actsColumn'],
  'catalogue.createDocumentType': ['catalogue/document-types-section.tsx', 'recordsWords.activeHint'],
  'catalogue.createPromo': ['catalogue/promos-section.tsx', 'actsColumn'],
  'catalogue.createSku': ['catalogue/catalogue-section.tsx', 'actsColumn'],
  'clinicSettings.change': ['settings/clinic-settings-section.tsx', 'actsColumn'],
  'clinicSettings.changeConsentText': ['settings/consent-texts-section.tsx', 'actsColumn'],
  'clinicSettings.changeMailText': ['settings/mail-texts-section.tsx', 'Use the standard text'],
  'clinics.addMachine': ['locations/machines-panel.tsx', 'words.edit('],
  'clinics.change': ['locations/locations-section.tsx', 'words.edit'],
  'clinics.changeClosure': ['locations/closure-card.tsx', 'to close the time again, create a new closure.'],
  'clinics.changeMachine': ['locations/machines-panel.tsx', 'words.edit('],
  'clinics.create': ['locations/locations-section.tsx', 'words.edit'],
  'clinics.createClosure': ['locations/closure-card.tsx', 'Withdraw closure'],
  'dataDuties.changePeriod': ['members/retention-part.tsx', 'words.change'],
  'dataDuties.liftHold': ['members/member-duties.tsx', 'Place a legal hold'],
  'dataDuties.placeHold': ['members/member-duties.tsx', 'words.holds.lift'],
  'documents.setStatus': ['documents/status-button.tsx', 'Unpublish'],
  'documents.upload': ['documents/document-panel.tsx', 'words.delete'],
  'documents.uploadReport': ['documents/study-reports.tsx', 'words.discard.open'],
  'downloads.chooseFolder': ['settings/downloads-panel.tsx', 'words.reset'],
  'downloads.setFolder': ['settings/downloads-panel.tsx', 'words.choose'],
  'jobs.pause': ['queue/queues-screen.tsx', 'Resume faxes'],
  'jobs.retry': ['queue/job-groups.tsx', 'cancelLabels'],
  'members.change': ['members/member-details.tsx', "'edit'"],
  'members.create': ['members/member-details.tsx', "'edit'"],
  'members.merge': ['members/merges-panel.tsx', 'A merge can be undone.'],
  'members.undoMerge': ['members/merges-panel.tsx', 'Merge with another member…'],
  'messages.changeSettings': ['settings/message-settings-section.tsx', 'actsColumn'],
  'payments.setSuppression': ['study-page/details/details-edit.tsx', 'Suppress emails to the member'],
  'pharmacies.change': ['people/pharmacies-section.tsx', 'actsColumn'],
  'pharmacies.create': ['people/pharmacies-section.tsx', 'actsColumn'],
  'practitioners.change': ['people/practitioners-section.tsx', 'actsColumn'],
  'practitioners.create': ['people/practitioners-section.tsx', 'actsColumn'],
  'printing.saveSettings': ['printing/printers-panel.tsx', 'words.systemDefault'],
  'safety.save': ['safety/section/safety-section.tsx', "'edit'"],
  'safety.setSedativeStatus': ['study-page/panels/sedative-panel.tsx', 'Change sedative status'],
  'safety.signOff': ['safety/section/sign-off-block.tsx', 'Withdraw sign-off'],
  'safety.withdrawSignOff': ['safety/section/sign-off-block.tsx', 'signOffWords.signOff'],
  'selfService.saveSafety': ['booking/self-service/self-safety.tsx', 'words.saved'],
  'session.lock': ['session/lock-screen.tsx', 'sessionWords.lock'],
  'session.signOut': ['session/sign-in-screen.tsx', 'sessionWords.signIn'],
  'study.assignStudy': ['study-page/panels/assignment.tsx', 'words.giveBack'],
  'study.changeOpportunity': ['crm/sales-panel.tsx', 'Edit type and lead source'],
  'study.changePractitioner': ['people/practitioner-contact-dialog.tsx', 'Edit directory contact'],
  'study.changePractitioners': ['release/send-to-practitioners.tsx', 'Change practitioners'],
  'study.linkOpportunity': ['crm/sales-panel.tsx', 'Link another opportunity'],
  'study.recordFeedback': ['study-page/panels/feedback-form.tsx', 'Correct feedback'],
  'study.recordPrescription': ['study-page/panels/prescription.tsx', 'Correct prescription'],
  'study.setReasonForScan': ['study-page/panels/reason-for-scan.tsx', 'Edit reason for scan'],
  'study.syncConsult': ['consult/consult-panel.tsx', 'Cancel NP Consult'],
  'study.writeFrontDeskNote': ['booking/front-desk/note-dialog.tsx', 'words.remove'],
  'terminal.connect': ['payments/inside/reader-dialog.tsx', 'words.disconnect('],
  'terminal.disconnect': ['payments/inside/reader-dialog.tsx', 'words.connectTo('],
}

/** Commands that read, print, preview, keep a draft or a device in order, or are an undo themselves. */
const addsOnly: Readonly<Record<string, string>> = {
  'accounts.setUp': 'creates the first account of an empty server',
  'audit.checkHeads': 'compares',
  'audit.exportEvents': 'reads',
  'audit.exportMember': 'reads',
  'audit.exportRecord': 'reads',
  'booking.acknowledgeSettled': 'records that a window has shown an outcome',
  'booking.holdSlot': 'holds a time for ten minutes',
  'booking.releaseHold': 'ends such a hold',
  'booking.renewHold': 'extends such a hold',
  'booking.settled': 'reads',
  'connectivity.reportZones': 'reports the zones of the window',
  'connectivity.retry': 'connects again',
  'directory.see': 'records that a location has seen a change',
  'downloads.save': 'saves a copy of a paper',
  'drafts.discard': 'ends a draft; forms ask before',
  'drafts.save': 'keeps a draft',
  'jobs.cancel': 'is the undo of a send',
  'locations.skus': 'reads',
  'payments.makeInvoicePdf': 'reads',
  'payments.openAttempts': 'reads',
  'payments.waiting': 'reads',
  'printing.print': 'prints',
  'printing.printTestPage': 'prints',
  'results.count': 'reads',
  'results.ofStudy': 'reads',
  'safety.makePdf': 'reads',
  'safety.present': 'shows who has the questions open',
  'selfService.catalogue': 'reads',
  'selfService.holdSlot': 'holds a time for ten minutes',
  'selfService.releaseHold': 'ends such a hold',
  'selfService.renewHold': 'extends such a hold',
  'selfService.shareAnswers': 'keeps a draft',
  'selfService.shareSafety': 'keeps a draft',
  'session.current': 'reads',
  'session.signIn': 'signs in',
  'session.unlock': 'signs in',
  'study.lookUpOpportunity': 'reads',
  'study.openScheduler': 'opens the page of the scheduling service, which has its own questions',
  'study.waiting': 'reads',
  'support.reportWindowError': 'writes to the log',
  'support.save': 'saves a file',
  'terminal.discover': 'looks for readers',
  'terminal.setSimulatedOutcome': 'sets the simulated reader of the demo',
  'terminal.test': 'tests a reader',
  'update.closeNews': 'closes a note',
  'update.install': 'installs now what Atrium installs by itself later',
  'update.look': 'looks for updates',
  'worklists.count': 'reads',
}

/** Commands about money or prices: a correction is another entry of the ledger, which its own rules decide. */
const money: Readonly<Record<string, true>> = {
  'catalogue.addPrices': true,
  'catalogue.issueGiftCard': true,
  'finance.count': true,
  'finance.depositCheques': true,
  'finance.exportDay': true,
  'finance.reopen': true,
  'finance.resolveRestoredPayment': true,
  'finance.signOff': true,
  'payments.acknowledgeAttempt': true,
  'payments.applyPromo': true,
  'payments.applyReferral': true,
  'payments.cancelAttempt': true,
  'payments.cardFieldsDone': true,
  'payments.changePrice': true,
  'payments.checkAttempt': true,
  'payments.checkOpenAttempt': true,
  'payments.dismissProvisional': true,
  'payments.reconcile': true,
  'payments.record': true,
  'payments.refund': true,
  'payments.resolveAttempt': true,
  'payments.startAttempt': true,
  'payments.startRefund': true,
  'payments.updateTransaction': true,
}

const root = new URL('../../../renderer/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** Commands whose names say that they only read. */
const reading = /\.(?:read|list|find|search|preview)(?:[A-Z]|$)|\.count[A-Z]/

/** Returns a file's text with the texts of the words modules that it imports. */
const withWords = (file: string): string => {
  const text = read(file)
  const words = [...text.matchAll(/ from '(\.[^']+-words\.ts)'/g)].map(([, path = '']) =>
    readFileSync(new URL(path, new URL(file, root)), 'utf8'),
  )
  return [text, ...words].join('\n')
}

it('lists every command that changes something, once', () => {
  const commands = Object.entries(bridgeSchemas)
    .flatMap(([subject, methods]) => Object.keys(methods).map((method) => `${subject}.${method}`))
    .filter((command) => !reading.test(command))
  const listed = [undo, asksBefore, reverseControl, addsOnly, money].flatMap((list) => Object.keys(list))
  expect(listed.toSorted()).toEqual(commands.toSorted())
})

it('names for each act a file that shows its undo, its question or its reverse', () => {
  const places = [
    ...Object.entries(undo).flatMap(([command, all]) => all.map((place) => [command, place] as const)),
    ...Object.entries({ ...asksBefore, ...reverseControl }),
  ]
  const faults = places.flatMap(([command, [file, text]]) => {
    if (!existsSync(new URL(file, root))) return [`${command}: ${file} does not exist`]
    return withWords(file).includes(text) ? [] : [`${command}: ${file} does not show “${text}”`]
  })
  expect(faults).toEqual([])
  // A question needs a sentence, not only a name.
  expect(Object.values(asksBefore).filter(([, text]) => !/ .*\.$/.test(text))).toEqual([])
})

it('marks every Undo of a notice for Ctrl+Z', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
  const offering = files.filter((file) => /\blabel: [^\n]*\.(?:undo|moveBack)\b/.test(read(file)))
  const marked = files.filter((file) => read(file).includes('isUndo: true'))
  const listed = new Set(Object.values(undo).flatMap((places) => places.map(([file]) => file)))
  expect(offering.toSorted()).toEqual([...listed].toSorted())
  expect(marked.toSorted()).toEqual([...listed].toSorted())
})
