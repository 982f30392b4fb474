import { describeNoMembers, type SearchedIn, searchHint } from './member-search-words.ts'

/** The words of an empty member search: what was searched and what to try next. */
export function NoMembersFound({ text, source }: { readonly text: string; readonly source: SearchedIn }) {
  return (
    <>
      {describeNoMembers(text, source)} {searchHint}
    </>
  )
}
