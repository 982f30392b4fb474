import type { Question } from './question.ts'
import {
  choice,
  contains,
  detail,
  equals,
  notice,
  optionalYesOrNo,
  plainOptions,
  statement,
  yesOrNo,
} from './question-builders.ts'

const heartType = 'MedicalMetal.Heart.Type'
const heart = statement(
  'MedicalMetal.Heart.Surgery',
  'Never had heart surgery',
  'Ever had heart surgery?',
  { no: 'No heart surgery', yes: 'Has had heart surgery' },
  [
    choice(
      heartType,
      'What was implanted?',
      plainOptions(['Pacemaker', 'Defibrillator', 'Valve Replacement', 'Stent', 'Other']),
      equals('MedicalMetal.Heart.Surgery', 'yes'),
      [
        notice(
          'Heart.Pacemaker',
          'red',
          'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
          contains(heartType, 'Pacemaker'),
          { isProhibitive: true },
        ),
        notice(
          'Heart.Defibrillator',
          'red',
          'We cannot screen anyone with an implanted defibrillator even if it is marked as MRI safe.',
          contains(heartType, 'Defibrillator'),
          { isProhibitive: true },
        ),
        notice(
          'Heart.ValveReplacement',
          'blue',
          'Please call {phone} with the device card of the valve at hand.',
          contains(heartType, 'Valve Replacement'),
        ),
        detail(
          'MedicalMetal.Heart.ValveReplacement.Details',
          'Details of the valve replacement',
          contains(heartType, 'Valve Replacement'),
        ),
        yesOrNo(
          'MedicalMetal.Heart.Stent.Recent',
          'Was the stent implanted after 1998?',
          contains(heartType, 'Stent'),
          [
            notice(
              'Heart.Stent',
              'green',
              'Stents implanted after 1998 are MRI safe.',
              equals('MedicalMetal.Heart.Stent.Recent', 'yes'),
            ),
            detail(
              'MedicalMetal.Heart.Stent.Details',
              'Details of the stent',
              equals('MedicalMetal.Heart.Stent.Recent', 'no'),
            ),
          ],
        ),
        optionalYesOrNo(
          'MedicalMetal.Heart.Other.Implanted',
          'Was anything inserted during the heart surgery?',
          contains(heartType, 'Other'),
          [
            notice(
              'Heart.NothingInserted',
              'green',
              'If nothing was inserted during heart surgery, an MRI should be safe.',
              equals('MedicalMetal.Heart.Other.Implanted', 'no'),
            ),
            detail(
              'MedicalMetal.Heart.Other.Details',
              'What was inserted?',
              equals('MedicalMetal.Heart.Other.Implanted', 'yes'),
            ),
          ],
        ),
      ],
    ),
  ],
)

const headType = 'MedicalMetal.Head.Type'
const head = statement(
  'MedicalMetal.Head.Surgery',
  'Never had head surgery',
  'Ever had head surgery?',
  { no: 'No head surgery', yes: 'Has had head surgery' },
  [
    choice(
      headType,
      'What was implanted?',
      [
        { value: 'Aneurysm Clip', label: 'Aneurysm Clip' },
        { value: 'Aneurysm Stent', label: 'Aneurysm Stent' },
        { value: 'Programmable Hydrocephalus Shunt', label: 'Programmable Hydrocephalus Shunt' },
        { value: 'Cochlear Implant', label: 'Cochlear Implant' },
        { value: 'Eye Prosthesis', label: 'Prosthetic eye' },
        { value: 'Other', label: 'Other' },
      ],
      equals('MedicalMetal.Head.Surgery', 'yes'),
      [
        notice(
          'Head.AneurysmClip',
          'blue',
          'Please call {phone} with the device card of the aneurysm clip at hand.',
          contains(headType, 'Aneurysm Clip'),
        ),
        detail(
          'MedicalMetal.Head.AneurysmClip.Details',
          'Details of the aneurysm clip',
          contains(headType, 'Aneurysm Clip'),
        ),
        notice(
          'Head.AneurysmStent',
          'blue',
          'Please call {phone} with the device card of the aneurysm stent at hand.',
          contains(headType, 'Aneurysm Stent'),
        ),
        detail(
          'MedicalMetal.Head.AneurysmStent.Details',
          'Details of the aneurysm stent',
          contains(headType, 'Aneurysm Stent'),
        ),
        notice(
          'Head.ProgrammableHydrocephalusShunt',
          'red',
          'Most programmable shunts are not safe for MRI. Please call {phone}.',
          contains(headType, 'Programmable Hydrocephalus Shunt'),
        ),
        detail(
          'MedicalMetal.Head.ProgrammableHydrocephalusShunt.Details',
          'Details of the programmable shunt',
          contains(headType, 'Programmable Hydrocephalus Shunt'),
        ),
        notice(
          'Head.CochlearImplant',
          'red',
          'Most cochlear implants are not safe for MRI. Please call {phone}.',
          contains(headType, 'Cochlear Implant'),
        ),
        detail(
          'MedicalMetal.Head.CochlearImplant.Details',
          'Details of the cochlear implant',
          contains(headType, 'Cochlear Implant'),
        ),
        notice(
          'Head.EyeProsthesis',
          'red',
          'Many prosthetic eyes are not safe for MRI. Please call {phone}.',
          contains(headType, 'Eye Prosthesis'),
        ),
        detail(
          'MedicalMetal.Head.EyeProsthesis.Details',
          'Details of the prosthetic eye',
          contains(headType, 'Eye Prosthesis'),
        ),
        detail('MedicalMetal.Head.Other', 'What other head surgery was it?', contains(headType, 'Other')),
      ],
    ),
  ],
)

const spineType = 'MedicalMetal.Spine.Type'
const rods = 'Harrington rods, screws, plates, spacers'
const laminectomy = 'Laminectomy or discectomy'
const spine = statement(
  'MedicalMetal.Spine.Surgery',
  'Never had spine surgery',
  'Ever had spine surgery?',
  { no: 'No spine surgery', yes: 'Has had spine surgery' },
  [
    choice(
      spineType,
      'What was implanted or done?',
      plainOptions(['Neurostimulator', rods, laminectomy, 'Other']),
      equals('MedicalMetal.Spine.Surgery', 'yes'),
      [
        notice(
          'Spine.Neurostimulator',
          'red',
          'Many neurostimulators are not safe for MRI. Please call {phone}.',
          contains(spineType, 'Neurostimulator'),
        ),
        detail(
          'MedicalMetal.Spine.Neurostimulator',
          'Details of the neurostimulator',
          contains(spineType, 'Neurostimulator'),
        ),
        notice(
          'Spine.Rods',
          'blue',
          'Harrington rods, screws, plates and spacers are generally safe, but imaging near the implant may be limited.',
          contains(spineType, rods),
        ),
        notice(
          'Spine.Laminectomy',
          'blue',
          'A laminectomy or discectomy has no effect on scanning.',
          contains(spineType, laminectomy),
        ),
        optionalYesOrNo(
          'MedicalMetal.Spine.Other.Implanted',
          'Was anything inserted during the spine surgery?',
          contains(spineType, 'Other'),
          [
            detail(
              'MedicalMetal.Spine.Other.Details',
              'What was inserted?',
              equals('MedicalMetal.Spine.Other.Implanted', 'yes'),
            ),
          ],
        ),
      ],
    ),
  ],
)

const otherMetal = statement(
  'OtherMetal.Implants',
  'Never had other surgery where metal was inserted',
  'Ever had other surgery where metal was inserted?',
  { no: 'No other metal from surgery', yes: 'Has other metal from surgery' },
  [
    notice('OtherMetal', 'blue', 'Most other surgery is safe for MRI.', equals('OtherMetal.Implants', 'yes')),
    {
      ...detail('OtherMetal.Details', 'Which procedure was it?', equals('OtherMetal.Implants', 'yes')),
      description: 'Name, location and year of the procedure',
    },
  ],
)

const eyes = statement(
  'NonMedicalMetal.Eyes.Injury',
  'Never had an eye injury where metal may have penetrated',
  'Ever had an eye injury where metal may have gone in?',
  { no: 'No eye injury with metal', yes: 'Has had an eye injury with metal' },
  [
    {
      ...optionalYesOrNo(
        'NonMedicalMetal.Eyes.Removed',
        'Has an orbit x-ray been done?',
        equals('NonMedicalMetal.Eyes.Injury', 'yes'),
        [
          // The answer is not required (booking spec §5). Without an answer the x-ray counts as not done.
          notice(
            'Eyes.NoXRay',
            'red',
            'An orbit x-ray is required before the scan.',
            equals('NonMedicalMetal.Eyes.Injury', 'yes'),
            { exceptWhen: equals('NonMedicalMetal.Eyes.Removed', 'yes') },
          ),
          notice(
            'Eyes.XRayResults',
            'red',
            'The results of the orbit x-ray are needed at least 24 hours before the appointment.',
            equals('NonMedicalMetal.Eyes.Removed', 'yes'),
            { dateRule: { kind: 'due-before', days: 1 } },
          ),
        ],
      ),
      endsStop: true,
    },
    optionalYesOrNo(
      'NonMedicalMetal.Eyes.MRISince',
      'Has there been an MRI since the eye injury?',
      equals('NonMedicalMetal.Eyes.Injury', 'yes'),
    ),
  ],
)

/** Metal in the body, from surgery or by accident: the first five questions (booking spec §3). */
export const metalQuestions: readonly Question[] = [heart, head, spine, otherMetal, eyes]
