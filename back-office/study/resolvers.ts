import { prepareNothing, type Resolver } from '../kernel/graphql/resolver.ts'
import { confirmBodyComposition } from './body-composition.ts'

const mutation: { readonly confirmBodyCompQC: Resolver<{ studyId: string }> } = {
  confirmBodyCompQC: (_parent, { studyId }, { write }) =>
    write({
      action: 'study.body-composition-confirmed',
      studyID: studyId,
      prepare: prepareNothing,
      write: (_prepared, context) => confirmBodyComposition(studyId, context),
    }),
}

/** The GraphQL mutations of a study. */
export const studyResolvers = { mutation }
