import { z } from 'zod'

/**
 * The fields that FHIR R4 requires of each resource of the export, and the codes of its required bindings. A resource
 * of another type has no schema here, and fails the test.
 */
const reference = z.looseObject({ reference: z.string().regex(/^[A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/) })
const concept = z.union([
  z.looseObject({ text: z.string().min(1) }),
  z.looseObject({ coding: z.array(z.looseObject({ system: z.url(), code: z.string().min(1) })).min(1) }),
])
const instant = z.iso.datetime()
const money = z.strictObject({ value: z.number(), currency: z.enum(['CAD', 'USD']) })
const of = (type: string, fields: z.ZodRawShape) =>
  z.looseObject({ resourceType: z.literal(type), id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/), ...fields })

const fhirResources: Readonly<Record<string, z.ZodType>> = {
  Patient: of('Patient', {
    name: z.array(z.looseObject({})).min(1),
    gender: z.enum(['male', 'female']),
    birthDate: z.iso.date(),
  }),
  Location: of('Location', { name: z.string().min(1) }),
  Appointment: of('Appointment', {
    status: z.enum(['proposed', 'booked', 'checked-in', 'fulfilled', 'cancelled']),
    participant: z.array(z.looseObject({ actor: reference, status: z.literal('accepted') })).min(1),
  }).refine(
    ({ status, start, end }) =>
      status === 'proposed' || status === 'cancelled' || (start !== undefined && end !== undefined),
  ),
  Encounter: of('Encounter', {
    status: z.literal('finished'),
    class: z.looseObject({ system: z.url(), code: z.string() }),
    subject: reference,
  }),
  QuestionnaireResponse: of('QuestionnaireResponse', {
    status: z.enum(['completed', 'amended']),
    subject: reference,
    authored: instant,
    item: z
      .array(
        z.strictObject({ linkId: z.string().min(1), answer: z.array(z.strictObject({ valueString: z.string() })) }),
      )
      .optional(),
  }),
  Consent: of('Consent', {
    status: z.literal('active'),
    scope: concept,
    category: z.array(concept).min(1),
    patient: reference,
    dateTime: instant,
    policyRule: concept,
  }),
  Invoice: of('Invoice', { status: z.enum(['issued', 'balanced', 'cancelled']), subject: reference }),
  PaymentReconciliation: of('PaymentReconciliation', {
    status: z.literal('active'),
    created: instant,
    paymentDate: z.iso.date(),
    paymentAmount: money,
    detail: z.array(z.looseObject({ type: concept, request: reference, amount: money })),
  }),
  DocumentReference: of('DocumentReference', {
    status: z.literal('current'),
    docStatus: z.enum(['preliminary', 'final']),
    subject: reference,
    content: z
      .array(z.strictObject({ attachment: z.looseObject({ contentType: z.string(), data: z.base64().optional() }) }))
      .length(1),
  }),
  Communication: of('Communication', {
    status: z.enum(['completed', 'not-done', 'unknown', 'in-progress']),
    subject: reference,
  }),
  Basic: of('Basic', { code: concept, subject: reference }),
  AuditEvent: of('AuditEvent', {
    type: z.looseObject({ system: z.url(), code: z.string() }),
    recorded: instant,
    agent: z.array(z.looseObject({ requestor: z.boolean() })).min(1),
    source: z.looseObject({ observer: z.looseObject({}) }),
  }),
}

type Bundle = {
  readonly type: string
  readonly timestamp: string
  readonly entry: readonly { readonly fullUrl: string; readonly resource: { resourceType: string; id: string } }[]
}

const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

/** Returns the faults of a bundle: invalid fields, duplicate ids, and references that do not resolve inside it. */
export const faultsOfBundle = (bundle: Bundle): string[] => {
  const names = bundle.entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`)
  const faults = bundle.entry.flatMap(({ resource, fullUrl }) => {
    const name = `${resource.resourceType}/${resource.id}`
    const checked = fhirResources[resource.resourceType]?.safeParse(resource)
    return [
      ...(checked?.success === true ? [] : [`${name}: ${checked?.error.message ?? 'no such resource'}`]),
      ...(fullUrl.startsWith('https://') && fullUrl.endsWith(`/fhir/${name}`) ? [] : [`${name}: ${fullUrl}`]),
      ...referencesIn(resource)
        .filter((one) => !names.includes(one))
        .map((one) => `${name}: ${one} is not in the bundle`),
    ]
  })
  const isEmptyOrNull = /:null|:\[\]|:""/.test(JSON.stringify(bundle))
  return [
    ...(bundle.type === 'collection' && instant.safeParse(bundle.timestamp).success ? [] : ['the bundle itself']),
    ...(new Set(names).size === names.length ? [] : ['an id is there twice']),
    ...(isEmptyOrNull ? ['a field without a value'] : []),
    ...faults,
  ]
}
