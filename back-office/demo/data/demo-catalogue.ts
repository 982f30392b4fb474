import { type PromoCode, promoCodeSchema, type Sku, skuSchema } from '#domain/catalogue/sku.ts'
import type { ScanMinutes } from '#domain/locations/location.ts'

/** A scan type; `price` is in whole units of the location's currency, with the same figure in CAD and in USD. */
type DemoScan = {
  readonly skuID: number
  readonly name: string
  readonly shortName: string
  readonly price: number
} & {
  readonly minutes: ScanMinutes
  readonly category: string
  readonly description: string
}

/** The sold scan types, with 300 as the default (booking spec §9); study spec §9 names 350, 370 and 400. */
export const demoScans: readonly DemoScan[] = [
  {
    skuID: 300,
    name: 'Whole Body MRI',
    shortName: 'WB',
    price: 2495,
    category: 'whole-body',
    description: 'Head to thigh, no contrast',
    minutes: { clean: 10, scan: 40, block: 10 },
  },
  {
    skuID: 310,
    name: 'Torso MRI',
    shortName: 'TOR',
    price: 1495,
    category: 'partial',
    description: 'Chest, abdomen and pelvis',
    minutes: { clean: 10, scan: 30, block: 0 },
  },
  {
    skuID: 320,
    name: 'Head and Spine MRI',
    shortName: 'H&S',
    price: 1295,
    category: 'partial',
    description: 'Brain, neck and whole spine',
    minutes: { clean: 10, scan: 25, block: 5 },
  },
  {
    skuID: 350,
    name: 'Whole Body MRI with Heart',
    shortName: 'WB+H',
    price: 3295,
    category: 'whole-body',
    description: 'Whole body with a heart series',
    minutes: { clean: 10, scan: 60, block: 10 },
  },
  {
    skuID: 370,
    name: 'Body Composition MRI',
    shortName: 'BC',
    price: 495,
    category: 'body-composition',
    description: 'Fat and muscle measures',
    minutes: { clean: 5, scan: 25, block: 10 },
  },
  {
    skuID: 400,
    name: 'Whole Body MRI Plus',
    shortName: 'WB+',
    price: 3495,
    category: 'whole-body',
    description: 'Whole body, brain health and body composition',
    minutes: { clean: 10, scan: 70, block: 10 },
  },
  {
    skuID: 500,
    name: 'Brain Health MRI',
    shortName: 'BH',
    price: 995,
    category: 'partial',
    description: 'Brain volumes and vessels',
    minutes: { clean: 10, scan: 35, block: 15 },
  },
]

/** Sold only together with a scan. */
export const demoAddons = [
  { skuID: 900, name: 'Nurse practitioner consult', price: 150 },
  { skuID: 910, name: 'Images on disc', price: 25 },
] as const

/** Returns every SKU, validated with the domain's schema. */
export const createDemoSkus = (): Sku[] => [
  ...demoScans.map((scan) =>
    skuSchema.parse({
      skuID: scan.skuID,
      name: scan.name,
      shortName: scan.shortName,
      category: scan.category,
      price: scan.price,
      time: scan.minutes.clean + scan.minutes.scan + scan.minutes.block,
      description: scan.description,
      type: 'primary',
      extensions: scan.skuID === 400 ? ['brain-health', 'body-composition'] : [],
      technique: { male: `${scan.shortName}-M`, female: `${scan.shortName}-F` },
      promocodes: ['WELCOME100', 'TEN', 'CARE'],
    }),
  ),
  ...demoAddons.map((addon) =>
    skuSchema.parse({
      ...addon,
      shortName: addon.name,
      category: 'addon',
      time: 0,
      description: addon.name,
      type: 'addon',
      extensions: [],
      technique: { male: '', female: '' },
      promocodes: [],
    }),
  ),
]

/** Returns promo codes of all three types and every category, one of them expired. `now` in epoch seconds. */
export const createDemoPromoCodes = (now: number): PromoCode[] => {
  const day = 86_400
  const promo = (
    promoID: string,
    name: string,
    type: PromoCode['type'],
    amount: number,
    category: PromoCode['category'],
    validForDays = 365,
  ): PromoCode =>
    promoCodeSchema.parse({
      promoID,
      name,
      type,
      amount,
      notes: '',
      category,
      validFrom: now - 200 * day,
      validTo: now + validForDays * day,
      booking_valid_from: now - 200 * day,
      booking_valid_to: now + validForDays * day,
    })
  return [
    promo('WELCOME100', 'Welcome', 'fixed', 100, 'all'),
    promo('TEN', 'Ten percent', 'percentage', 0.1, 'marketing'),
    promo('STAFF50', 'Staff', 'percentage', 0.5, 'employee'),
    promo('FIRM250', 'Enterprise rate', 'fixed', 250, 'enterprise'),
    promo('INFLUENCE', 'Influencer', 'percentage', 1, 'influencer'),
    promo('DOCTOR200', 'Physician courtesy', 'fixed', 200, 'physician'),
    promo('PARTNER15', 'Partnership', 'percentage', 0.15, 'partnership'),
    promo('CARE', 'Goodwill', 'open', 0, 'other'),
    promo('SUMMER', 'Summer (over)', 'fixed', 300, 'marketing', -30),
  ]
}
