import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '@/entities/shared/read'
import { supabase } from '@/lib/supabase'

type Kind = 'order' | 'person' | 'benefit' | 'token_code' | 'invite_code'

/** `detail` and `state` depend on the kind. */
export type SearchResult = {
  kind: Kind
  id: string
  title: string
  detail: string | null
  state: string | null
}

export const shortestTerm = 2

const searchKeys = {
  everything: (term: string, all: boolean) => ['search', all, term],
}

/** `all`: for admins, everything; otherwise the member's orders and the catalogue. */
export function useSearchEverything(term: string, all: boolean) {
  return useQuery({
    queryKey: searchKeys.everything(term, all),
    // The generated types of functions lack null.
    queryFn: ({ signal }) =>
      read(supabase.rpc('search_everything', { p_term: term, p_all: all }), signal) as Promise<
        SearchResult[]
      >,
    enabled: term.length >= shortestTerm,
    placeholderData: term.length >= shortestTerm ? keepPreviousData : undefined,
  })
}
