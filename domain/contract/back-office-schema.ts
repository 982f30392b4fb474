/**
 * What the back office answers at `POST /graphql` (booking spec §7 Documents; decisions §4), for staff sessions only.
 * A study at a location out of the caller's reach is answered like one that does not exist.
 */
export const backOfficeSchema = /* GraphQL */ `
  type Query {
    me: User!
    "By name, all of them without a text."
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
  }

  type Document {
    uuid: ID!
    studyId: ID!
    patientId: ID!
    typeId: ID!
    name: String!
    "PUBLISHED or DRAFT."
    status: String!
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
  }
`
