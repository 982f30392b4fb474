import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountName } from '#test/builders/back-office.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the consent text on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createConsultActs>
    beforeAll(async () => {
      office = await runBackOffice(engine)
      desk = createConsultActs(office)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const change = (scope: string, text: string | null, version: number, who: AccountName = 'admin') =>
      desk.ask(
        'changeConsentText',
        { params: { scope }, body: { content: text === null ? null : { title: 'Our agreement', text }, version } },
        who,
      )
    const newStudy = () => desk.newStudy(aTime(office))
    const mark = (studyId: string, body: object = {}) =>
      desk.ask('updateStudyStatus', { params: { studyId }, body: { consent: true, ...body } })
    const paper = async (name: 'readConsent' | 'readConsentForm', studyId: string): Promise<string> => {
      const { body } = await desk.ask(name, { params: { studyId } })
      return (await readPdf(Buffer.from(body.base64, 'base64'))).text
    }

    it('of a signed consent is still the version that the member signed, even after the text has changed', async () => {
      const before = await newStudy()
      expect((await mark(before)).body.details.consentText).toEqual({ textID: 'standard', scope: 'all', version: 0 })
      expect((await change('all', '# Scan\nI agree to version one.', 0)).body).toMatchObject({
        version: 1,
        isOwn: true,
      })
      const studyId = await newStudy()
      expect(await paper('readConsentForm', studyId)).toContain('I agree to version one.')
      expect((await mark(studyId)).body.details.consentText).toMatchObject({ scope: 'all', version: 1 })
      office.advance(60)
      expect((await change('all', 'I agree to version two.', 1)).status).toBe(200)
      const signed = await paper('readConsent', studyId)
      expect(signed).toContain('I agree to version one.')
      expect(signed).toContain('text version 1')
      expect(signed).not.toContain('version two')
      expect(await paper('readConsentForm', studyId)).toContain('I agree to version two.')
      expect(await paper('readConsent', before)).toContain('Agreement: standard text')
      const { body } = await desk.ask('readLog', { params: { studyId } })
      expect(body.map(({ content }: { content: string }) => content)).toEqual([
        'Consent marked as signed (text version 1)',
      ])
    })

    it('can be an earlier version if the member signed that one, and is cleared when the mark is undone', async () => {
      const studyId = await newStudy()
      const offered = await desk.ask('readOfferedConsentTexts', { params: { studyId } })
      expect(offered.body.map(({ version }: { version: number }) => version)).toEqual([2, 1, 0])
      const [, earlier] = offered.body
      expect(refusalOf(await mark(studyId, { consentTextID: 'none' }))).toEqual([400, 'invalid-input', 'consentTextID'])
      expect((await mark(studyId, { consentTextID: earlier.textID })).body.details.consentText.version).toBe(1)
      const undone = await desk.ask('updateStudyStatus', { params: { studyId }, body: { consent: false } })
      expect(undone.body.details.consentText).toBeNull()
      const wrong = { params: { studyId }, body: { urgent: true, consentTextID: earlier.textID } }
      expect((await desk.ask('updateStudyStatus', wrong)).status).toBe(400)
    })

    it('of a location applies there until it is withdrawn, and never elsewhere', async () => {
      const own = await change(clinic.home, 'I agree here.', 0)
      expect(own.body).toMatchObject({ scope: clinic.home, isOwn: true, version: 1 })
      const studyId = await newStudy()
      const marked = await mark(studyId)
      expect(marked.body.details.consentText).toMatchObject({ scope: clinic.home, version: 1 })
      const { textID } = marked.body.details.consentText
      const there = { params: { studyId: clinic.elsewhereStudy }, body: { consent: true, consentTextID: textID } }
      expect(refusalOf(await desk.ask('updateStudyStatus', there))).toEqual([400, 'invalid-input', 'consentTextID'])
      const ended = await change(clinic.home, null, 1)
      expect(ended.body).toMatchObject({ isOwn: false, version: 2, text: 'I agree to version two.' })
      expect(await paper('readConsentForm', studyId)).toContain('I agree to version two.')
      expect(await paper('readConsent', studyId)).toContain('I agree here.')
    })

    it('is changed only by administrators, under an optimistic lock; an unchanged text adds no version', async () => {
      expect(refusalOf(await change('all', 'x', 2, 'frontdesk'))).toEqual([403, 'insufficient-permissions'])
      expect((await change('all', 'I agree to version two.', 0)).body.version).toBe(2)
      const stale = await change('all', 'Another.', 1)
      expect(refusalOf(stale)).toEqual([409, 'stale'])
      expect(stale.body.details.current).toMatchObject({ version: 2, text: 'I agree to version two.' })
      expect(refusalOf(await change('ca-zz-9', 'x', 0))).toEqual([404, 'not-found'])
      for (const text of ['', ' \n ', 'a\u0007', 'x'.repeat(20_001)])
        expect((await change('all', text, 2)).status).toBe(400)
      expect((await change('nowhere', 'x', 0)).status).toBe(400)
    })

    it('is offered, marked, printed and logged in the member’s language, in the clinic’s own translation', async () => {
      const inFrench = async () => {
        const studyId = await newStudy()
        const row = await office.db
          .selectFrom('study')
          .select('patient_id')
          .where('study_id', '=', studyId)
          .executeTakeFirstOrThrow()
        await office.db
          .updateTable('member')
          .set({ language: 'fr-CA' })
          .where('patient_id', '=', row.patient_id)
          .execute()
        return studyId
      }
      const studyId = await inFrench()
      // The clinic has its own English text without a translation yet.
      expect(await paper('readConsentForm', studyId)).toContain('I agree to version two.')
      const own = { title: 'Notre entente', text: 'Je consens à l’examen.' }
      const params = { scope: 'all' }
      const written = await desk.ask(
        'changeConsentText',
        { params, body: { content: own, language: 'fr-CA', version: 2 } },
        'admin',
      )
      expect(written.body).toMatchObject({ scope: 'all', language: 'fr-CA', isOwn: true, isBehind: false, version: 3 })
      const form = await paper('readConsentForm', studyId)
      for (const part of [
        'Notre entente',
        'Je consens à l’examen.',
        'Date de naissance',
        'Entente\u00a0: version 3 du texte',
      ])
        expect(form.replaceAll('\n', ' ')).toContain(part)
      const offered = await desk.ask('readOfferedConsentTexts', { params: { studyId } })
      expect(offered.body[0]).toMatchObject({ version: 3, language: 'fr-CA' })
      expect(offered.body.map(({ language }: { language: string }) => language)).toContain('en')
      expect((await mark(studyId)).body.details.consentText).toMatchObject({ scope: 'all', version: 3 })
      const { body } = await desk.ask('readLog', { params: { studyId } })
      expect(body[0].content).toBe('Consent marked as signed (text version 3, French (Canada))')
      expect(await paper('readConsent', studyId)).toContain('Signé sur papier')
      // A newer English version marks the translation as outdated, but members still get the translation.
      expect((await change('all', 'I agree to version two.', 3)).body.version).toBe(3)
      const newer = await change('all', 'I agree to version four.', 3)
      expect(newer.body).toMatchObject({ language: 'en', version: 4 })
      const texts = (await desk.ask('readConsentTexts', {}, 'admin')).body
      const behind = (language: string) =>
        texts.find((text: { scope: string; language: string }) => text.scope === 'all' && text.language === language)
      expect(behind('fr-CA')).toMatchObject({ isBehind: true, version: 4 })
      expect(await paper('readConsentForm', studyId)).toContain('Je consens à l’examen.')
    })
  })
}
