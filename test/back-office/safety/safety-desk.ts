import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { aBooking, aCaller, type BookingDesk, frontdesk } from '../booking/booking-desk.ts'

export const nurse = aCaller('Nora Practice', { roles: ['np'] })
export const radiologist = aCaller('Rada Logist', { roles: ['radiologist'] })

/** Makes the safety calls on a test database. By default, bookings are for the member Ana Silva, a woman. */
export class SafetyDesk {
  readonly desk: BookingDesk
  constructor(desk: BookingDesk) {
    this.desk = desk
  }

  book(overrides: Readonly<Record<string, unknown>> = {}): Promise<Study> {
    return this.desk.call('createBooking', { body: aBooking(overrides) })
  }

  read(studyID: string, caller = frontdesk) {
    return this.desk.call('readSafetyQuestions', { query: { studyID } }, caller)
  }

  save(studyID: string, answers: unknown, version?: number, caller = frontdesk) {
    const body = { studyID, SafetyQuestions: answers, ...(version === undefined ? {} : { version }) }
    return this.desk.call('saveSafetyQuestions', { body }, caller)
  }

  saveRefusal(studyID: string, answers: unknown, version?: number, caller = frontdesk) {
    const body = { studyID, SafetyQuestions: answers, ...(version === undefined ? {} : { version }) }
    return this.desk.refusal('saveSafetyQuestions', { body }, caller)
  }

  /** Saves complete answers that include `given`, over the current ones. */
  async answer(studyID: string, given: Answers = {}) {
    const { version } = await this.read(studyID)
    return this.save(studyID, completeAnswers('female', given), version)
  }

  async signOff(studyID: string, caller = nurse) {
    const { version } = await this.read(studyID)
    return this.desk.call('signOffSafety', { body: { studyID, version, reason: 'seen the card' } }, caller)
  }

  /**
   * Moves a study to another time, with its current version. Gives `settleReason` as the reason for open stops, or no
   * reason if it is null.
   */
  async move(
    studyID: string,
    utcStart: string,
    caller = frontdesk,
    settleReason: string | null = 'cleared by phone',
  ): Promise<Study> {
    return this.desk.call(
      'changeAppointmentTime',
      { body: await this.moveBody(studyID, utcStart, settleReason) },
      caller,
    )
  }

  async moveRefusal(studyID: string, utcStart: string, settleReason: string | null = null) {
    return this.desk.refusal('changeAppointmentTime', { body: await this.moveBody(studyID, utcStart, settleReason) })
  }

  private async moveBody(studyID: string, utcStart: string, settleReason: string | null) {
    const study = await this.readStudy(studyID)
    return {
      studyID,
      locationID: study.locationID,
      skuID: study.skuID,
      machineID: study.booking?.machineID ?? 'ca-bc-1-m1',
      utcStart,
      slotSelectionType: 'slot',
      holdEventID: null,
      version: study.version,
      override: null,
      settleReason,
    }
  }

  readStudy(studyID: string): Promise<Study> {
    return this.desk.call('readStudy', { params: { studyId: studyID } })
  }

  /** The lines of a study's log about its safety questions. */
  async log(studyID: string): Promise<{ content: string; by: string }[]> {
    const lines = await this.desk.call('readLog', { params: { studyId: studyID } })
    return lines.filter(({ category }) => category === 'Safety questions').map(({ content, by }) => ({ content, by }))
  }

  async changeGender(patientID: string, gender: 'male' | 'female'): Promise<void> {
    await this.desk.call('changeMember', { params: { id: patientID }, body: { gender } })
  }
}
