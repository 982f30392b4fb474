import type { Gender } from '#domain/members/member.ts'
import { bodyCompositionSku } from '#domain/study/body-composition.ts'
import type { Finding, FindingWeight } from '../../outside/results/report-content.ts'
import type { SeededRandom } from '../data/seeded-random.ts'

type Structure = {
  readonly name: string
  readonly sex?: Gender
  /** The normal finding first; the others occur at random. */
  readonly findings: readonly (readonly [text: string, weight: FindingWeight])[]
}

const regions: Readonly<Record<string, readonly Structure[]>> = {
  Head: [
    {
      name: 'Brain',
      findings: [
        ['No mass or bleeding. Ventricles of normal size.', 'Normal'],
        ['A few small white matter spots, common at this age.', 'Minor'],
      ],
    },
    {
      name: 'Sinuses',
      findings: [
        ['Clear.', 'Normal'],
        ['Retention cyst of 11 mm in the left maxillary sinus, harmless.', 'Minor'],
      ],
    },
  ],
  Neck: [
    {
      name: 'Thyroid',
      findings: [
        ['Normal size, homogeneous signal.', 'Normal'],
        ['Nodule of 14 mm in the right lobe. An ultrasound within three months is suggested.', 'Follow-up'],
      ],
    },
    { name: 'Lymph nodes', findings: [['Not enlarged.', 'Normal']] },
  ],
  Chest: [
    {
      name: 'Lungs',
      findings: [
        ['No consolidation or fluid. MRI cannot exclude small nodules.', 'Normal'],
        ['Band of scarring at the left base.', 'Minor'],
      ],
    },
    { name: 'Aorta', findings: [['Normal diameter throughout.', 'Normal']] },
  ],
  Heart: [
    { name: 'Left ventricle', findings: [['Normal size and wall motion.', 'Normal']] },
    {
      name: 'Valves',
      findings: [
        ['No regurgitation seen.', 'Normal'],
        ['Trace of mitral regurgitation.', 'Minor'],
      ],
    },
  ],
  Abdomen: [
    {
      name: 'Liver',
      findings: [
        ['Normal size, no focal lesion, no excess fat.', 'Normal'],
        ['Cyst of 9 mm in segment VII, harmless.', 'Minor'],
        ['Fat content of 14 %, moderately raised. Blood tests by the family physician are suggested.', 'Follow-up'],
      ],
    },
    {
      name: 'Kidneys',
      findings: [
        ['Normal on both sides.', 'Normal'],
        ['Simple cyst of 22 mm at the upper pole on the right (Bosniak I).', 'Minor'],
      ],
    },
    {
      name: 'Pancreas',
      findings: [
        ['Normal. Duct not dilated.', 'Normal'],
        ['Cystic lesion of 6 mm in the tail. A scan of the pancreas in twelve months is suggested.', 'Follow-up'],
      ],
    },
    { name: 'Spleen', findings: [['Normal size.', 'Normal']] },
  ],
  Pelvis: [
    { name: 'Bladder', findings: [['Wall smooth, no mass.', 'Normal']] },
    {
      name: 'Uterus and ovaries',
      sex: 'female',
      findings: [
        ['Normal for age.', 'Normal'],
        ['Fibroid of 18 mm in the wall of the uterus.', 'Minor'],
      ],
    },
    {
      name: 'Prostate',
      sex: 'male',
      findings: [
        ['Volume 26 ml, no suspicious area.', 'Normal'],
        ['Volume 48 ml, enlarged, no suspicious area.', 'Minor'],
      ],
    },
  ],
  Spine: [
    { name: 'Neck', findings: [['Normal alignment, no narrowing.', 'Normal']] },
    {
      name: 'Lower back',
      findings: [
        ['Discs of normal height.', 'Normal'],
        ['Shallow disc bulge at L4/L5 without nerve root contact.', 'Minor'],
      ],
    },
  ],
  'Bones and joints': [
    {
      name: 'Hips',
      findings: [
        ['Normal joint space on both sides.', 'Normal'],
        ['Early wear of the left hip.', 'Minor'],
      ],
    },
    { name: 'Marrow', findings: [['Homogeneous signal, no lesion.', 'Normal']] },
  ],
  'Body composition': [
    { name: 'Visceral fat', findings: [['2.4 l, within the middle 50% for age and sex.', 'Normal']] },
    {
      name: 'Liver fat',
      findings: [
        ['3.1 %.', 'Normal'],
        ['8.7 %, slightly raised.', 'Minor'],
      ],
    },
    { name: 'Thigh muscle', findings: [['11.2 l, evenly distributed.', 'Normal']] },
  ],
}

const everything = ['Head', 'Neck', 'Chest', 'Abdomen', 'Pelvis', 'Spine', 'Bones and joints']
/** The regions of each scan type; a type that is not listed here has the regions of `everything`. */
const regionsOfSku: ReadonlyMap<number, readonly string[]> = new Map([
  [310, ['Chest', 'Abdomen', 'Pelvis']],
  [320, ['Head', 'Neck', 'Spine']],
  [350, ['Head', 'Neck', 'Chest', 'Heart', 'Abdomen', 'Pelvis', 'Spine', 'Bones and joints']],
  [bodyCompositionSku, ['Body composition']],
  [400, [...everything, 'Body composition']],
  [500, ['Head']],
])

/** Returns made-up findings, structure by structure; about one in five is not normal. */
export const drawFindings = (random: SeededRandom, skuID: number, sex: Gender): Finding[] =>
  (regionsOfSku.get(skuID) ?? everything).flatMap((region) =>
    (regions[region] ?? [])
      .filter((structure) => structure.sex === undefined || structure.sex === sex)
      .map(({ name, findings }): Finding => {
        const [plain, ...others] = findings
        const [finding, weight] =
          others.length > 0 && random.chance(0.3) ? random.pick(others) : (plain ?? ['', 'Normal'])
        return { region, structure: name, finding, weight }
      }),
  )
