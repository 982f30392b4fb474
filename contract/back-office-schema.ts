/**
 * The schema of `POST /graphql` (booking spec §7 Documents; decisions §4), for staff sessions only. A call that names a
 * study at a location that the caller may not access fails with `location-forbidden`. A call that names a document of
 * such a study by its `uuid` fails with `not-found`.
 */
export const backOfficeSchema = /* GraphQL */ `
  type Query {
    me: User!
    "Active practitioners whose name contains every word of the text; without a text, all active practitioners."
    practitioners(text: String): [Practitioner!]!
    practitioner(id: ID!): Practitioner
    getAllDocumentTypes: [DocumentType!]!
    "The documents of a study that have not been deactivated, without their files."
    getActiveDocuments(studyId: ID!): [Document!]!
    "The newest active document of a type, with its file; null when there is none."
    getLatestActiveDocument(studyId: ID!, typeId: ID!): DocumentWithFile
  }

  type Mutation {
    "Confirms the body composition QC of a study (study spec §4, §6)."
    confirmBodyCompQC(studyId: ID!): Confirmation!
    """
    Uploads a document as a new version of its type. Takes an Idempotency-Key header; the same key uploads once.
    Failures: document-format, pdf-refused, document-name-used, insufficient-permissions, payload-too-large.
    """
    createDocument(input: CreateDocumentInput!): Document!
    "Publishes or withdraws a document; one that already has the status is returned unchanged."
    updateDocumentStatus(uuid: ID!, status: String!): Document!
    "Deactivates every version of a document type in a study; returns the newest."
    deactivateDocument(studyId: ID!, typeId: ID!): Document!
    """
    Uploads a report of a study as a PDF, not published yet. Takes an Idempotency-Key header; the same key uploads once.
    Failures: document-format, pdf-refused, payload-too-large, act-not-allowed before the images are read,
    already-cancelled, insufficient-permissions.
    """
    createReport(input: CreateReportInput!): StudyReport!
  }

  input CreateDocumentInput {
    studyId: ID!
    patientId: ID!
    typeId: ID!
    "DRAFT; every upload is stored as a draft."
    status: String!
    name: String!
    "Base64 of the file, without the prefix of the data URL."
    base64File: String!
    "The media type that the data URL names."
    fileType: String!
  }

  input CreateReportInput {
    studyId: ID!
    patientId: ID!
    "structured or traditional."
    kind: String!
    "Base64 of the file, without the prefix of the data URL."
    base64File: String!
    "The media type that the data URL names."
    fileType: String!
  }

  type StudyReport {
    reportID: ID!
    studyID: ID!
    kind: String!
    "Null until the report is published."
    version: Int
    pages: Int!
    byteSize: Int!
    createdAt: String!
    createdBy: String!
    publishedAt: String
    publishedBy: String
  }

  type Confirmation {
    message: String!
    statusCode: Int!
  }

  type User {
    user_id: ID!
    email: String!
    fullname: String!
    roles: [String!]!
    "Location ids; null for all."
    allowedLocations: [String!]
  }

  type Practitioner {
    id: ID!
    firstName: String!
    lastName: String!
    profession: String!
    salutation: String!
    contact: PractitionerContact!
    locations: [PracticeLocation!]!
  }

  type PractitionerContact {
    emailAddress: String!
    faxNumber: String!
    address: String!
    address2: String!
  }

  type PracticeLocation {
    id: ID!
    locationName: String!
    practice: Practice!
    practitionerContact: PracticeContact!
  }

  type Practice {
    practiceName: String!
  }

  type PracticeContact {
    faxNumber: String!
  }

  type DocumentType {
    uuid: ID!
    name: String!
    description: String!
    active: Boolean!
  }

  type Document {
    uuid: ID!
    studyId: ID!
    patientId: ID!
    typeId: ID!
    name: String!
    "PUBLISHED or DRAFT."
    status: String!
    fileType: String!
    "The number of this upload among the study's uploads of the same type, from 1."
    version: Int!
    "1 for an image."
    pages: Int!
    byteSize: Int!
    createdAt: String!
    createdBy: String
    statusAt: String
    statusBy: String
  }

  type DocumentWithFile {
    uuid: ID!
    studyId: ID!
    patientId: ID!
    typeId: ID!
    name: String!
    status: String!
    base64File: String!
    fileType: String!
    version: Int!
    pages: Int!
    byteSize: Int!
    createdAt: String!
    createdBy: String
    statusAt: String
    statusBy: String
  }
`
