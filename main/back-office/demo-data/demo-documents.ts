import type { DocumentTable, DocumentTypeTable } from '../repositories/tables.ts'
import type { DemoStudy } from './demo-studies.ts'

export const demoDocumentTypes: readonly DocumentTypeTable[] = [
  { uuid: 'dt-body-composition', name: 'body composition', description: 'Body composition report' },
  { uuid: 'dt-blood-test', name: 'blood test', description: 'Blood test results' },
  { uuid: 'dt-brain-health', name: 'brain health assessment', description: 'Brain health assessment' },
]

/** The smallest page a PDF reader opens, one line of text on it. */
const tinyPdf = (line: string): string => {
  const content = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${body}endobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  return `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
}

/** A document of each type in turn on the studies that have been released. */
export const createDemoDocuments = (studies: readonly DemoStudy[]): DocumentTable[] =>
  studies
    .filter((demo, index) => demo.isReleased && index % 3 === 0)
    .map(({ study }, index) => {
      const type = demoDocumentTypes[index % demoDocumentTypes.length]
      if (type === undefined) throw new RangeError('no document type')
      return {
        uuid: `d-${String(index + 1).padStart(6, '0')}`,
        study_id: study.study_id,
        patient_id: study.patient_id,
        type_id: type.uuid,
        name: `${type.description} ${study.study_id}`,
        status: index % 2 === 0 ? 'PUBLISHED' : 'DRAFT',
        active: 1,
        file_type: 'application/pdf',
        base64_file: Buffer.from(tinyPdf(type.description), 'latin1').toString('base64'),
        created_at: study.created_at,
        version: 1,
        pages: 1,
        byte_size: tinyPdf(type.description).length,
        created_by: null,
        status_at: null,
        status_by: null,
      }
    })
