import { type Sku, skuSchema } from '../catalogue/sku.ts'
import type { Location, ScanMinutes } from '../locations/location.ts'
import { lineOfText } from '../values/plain-text.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

/** A scan type or add-on of a file, and the locations that sell it. */
export type ScanTypeDraft = {
  readonly sku: Sku
  readonly minutes: ScanMinutes
  /** Location ids as the file has them; `all` means every active location. */
  readonly locations: 'all' | readonly string[]
}

const nameSchema = lineOfText(100)

/** Reads a scan type or an add-on. A scan must have scan minutes; an add-on needs none. */
export const readScanTypeRow = (cells: ImportCells): RowReading<ScanTypeDraft> => {
  const reader = new RowReader(cells)
  reader.externalID()
  reader.refuseFormulas(['name', 'short_name', 'category', 'locations'])
  reader.check(nameSchema, reader.text('name'), () => 'name')
  reader.check(nameSchema, reader.text('short_name'), () => 'short_name')
  if (reader.text('price') === '') reader.refuse('price', 'is empty.')
  if (reader.text('sku_id') === '') reader.refuse('sku_id', 'is empty.')
  const type = reader.oneOf('type', skuSchema.shape.type.options, 'primary')
  const minutes: ScanMinutes = {
    clean: reader.count('clean_minutes', 0, 240, 0),
    scan: reader.count('scan_minutes', 0, 480, 0),
    block: reader.count('block_minutes', 0, 240, 0),
  }
  if (type === 'primary' && minutes.scan === 0) reader.refuse('scan_minutes', 'is needed for a scan.')
  const places = reader.text('locations')
  const sku = reader.check(
    skuSchema,
    {
      skuID: reader.count('sku_id', 1, 99_999, 1),
      name: reader.text('name'),
      shortName: reader.text('short_name'),
      category: reader.text('category'),
      price: reader.amount('price'),
      time: minutes.clean + minutes.scan + minutes.block,
      description: reader.text('description'),
      type,
      extensions: [],
      technique: { male: reader.text('technique_male'), female: reader.text('technique_female') },
      promocodes: [],
    },
    ([field]) => String(field),
  )
  if (places === '') reader.refuse('locations', 'is empty. Write the word all, or ids such as ca-bc-1|ca-bc-2.')
  const locations = places.toLowerCase() === 'all' ? 'all' : places.split('|').map((place) => place.trim())
  return reader.done(sku === undefined ? undefined : { sku, minutes, locations })
}

/**
 * Returns the location with this scan type or add-on in its catalogue. A scan type is also added to every machine of
 * the location.
 */
export const sellAt = (location: Location, { sku, minutes }: ScanTypeDraft): Location => {
  const { skuID, name, price } = sku
  if (sku.type === 'addon') {
    return {
      ...location,
      catalog: { ...location.catalog, addons: [...location.catalog.addons, { skuID, name, price }] },
    }
  }
  const scan = {
    skuID,
    name,
    price,
    scanTime: minutes.scan,
    cleaningTime: minutes.clean,
    extensions: [],
    promos: [],
    admin: false,
  }
  return {
    ...location,
    catalog: { ...location.catalog, primary: [...location.catalog.primary, scan] },
    machines: location.machines.map((machine) => ({
      ...machine,
      availableSKUs: [...machine.availableSKUs, skuID],
      defaultTimes: { ...machine.defaultTimes, [String(skuID)]: minutes },
    })),
  }
}
