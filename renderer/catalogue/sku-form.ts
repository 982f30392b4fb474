import { type AdministeredSku, administeredSkuSchema } from '#domain/catalogue/administered-catalogue.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { createCurrentReader, type ParsedRecord } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors, typedAmount, typedWhole } from '../records/typed-fields.ts'
import { catalogueSectionWords as words } from './catalogue-section-words.ts'

const kinds = ['primary', 'addon'] as const

/** Returns the fields of a scan type's form. Number and kind are fixed once the scan type exists. */
export const skuFormFields = (isNew: boolean): readonly RecordFieldSpec[] => [
  {
    name: 'skuID',
    label: words.number,
    kind: 'line',
    isRequired: true,
    description: words.numberHint,
    lockedReason: isNew ? null : words.numberFixed,
  },
  {
    name: 'type',
    label: words.kind,
    kind: 'choice',
    isRequired: true,
    options: kinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
    lockedReason: isNew ? null : words.kindFixed,
  },
  { name: 'name', label: words.name, kind: 'line', isRequired: true },
  { name: 'shortName', label: words.shortName, kind: 'line', isRequired: true, description: words.shortNameHint },
  { name: 'category', label: words.category, kind: 'line' },
  { name: 'price', label: words.price, kind: 'number', isRequired: true, description: words.priceHint },
  {
    name: 'time',
    label: words.minutes,
    kind: 'number',
    isRequired: true,
    description: words.minutesHint,
    suffix: words.minutesSuffix,
  },
  { name: 'description', label: words.description, kind: 'text' },
  { name: 'extensions', label: words.extensions, kind: 'line', description: words.extensionsHint },
  { name: 'techniqueMale', label: words.techniqueMale, kind: 'text' },
  { name: 'techniqueFemale', label: words.techniqueFemale, kind: 'text' },
  ...(isNew
    ? []
    : [{ name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint } as const]),
]

export const newSkuValues: RecordValues = { type: 'primary' }

export const toSkuValues = (sku: AdministeredSku): RecordValues => ({
  skuID: String(sku.skuID),
  type: sku.type,
  name: sku.name,
  shortName: sku.shortName,
  category: sku.category,
  price: toFieldAmount(roundToMoney(sku.price)),
  time: String(sku.time),
  description: sku.description,
  extensions: sku.extensions.join(', '),
  techniqueMale: sku.technique.male,
  techniqueFemale: sku.technique.female,
  active: sku.active ? 'yes' : '',
})

/** Returns the saved scan type of a version conflict; null if there is none. */
export const readCurrentSku = createCurrentReader(administeredSkuSchema, toSkuValues)

type SkuInput = Pick<
  AdministeredSku,
  'skuID' | 'type' | 'name' | 'shortName' | 'category' | 'price' | 'time' | 'description' | 'extensions' | 'technique'
> & { readonly active: boolean }

export const parseSkuForm = (values: RecordValues): ParsedRecord<SkuInput> => {
  const number = skuIDSchema.safeParse(typedWhole(values.skuID))
  const price = typedAmount(values.price)
  const time = typedWhole(values.time)
  const isTime = time !== null && time >= 1 && time <= 480
  const errors = {
    skuID: !number.success && words.numberInvalid,
    price: price === null && words.amountInvalid,
    time: !isTime && words.minutesInvalid,
  }
  return parsedOrErrors(errors, () => ({
    skuID: number.data ?? skuIDSchema.parse(1),
    type: kinds.find((kind) => kind === values.type) ?? 'primary',
    name: values.name ?? '',
    shortName: values.shortName ?? '',
    category: values.category ?? '',
    price: price ?? 0,
    time: time ?? 0,
    description: values.description ?? '',
    extensions: (values.extensions ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    technique: { male: values.techniqueMale ?? '', female: values.techniqueFemale ?? '' },
    active: values.active === 'yes',
  }))
}
