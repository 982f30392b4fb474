import { describeNoMembers, type SearchedIn, searchHint } from './member-search-words.ts'

/** Shows the text of an empty member search: where it looked and what to try next. */
export function NoMembersFound({ text, source }: { readonly text: string; readonly source: SearchedIn }) {
  return (
    <>
      {describeNoMembers(text, source)} {searchHint}
    </>
  )
}
