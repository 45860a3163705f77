import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastError } from '@/components/toast'
import { isTransient } from '@/lib/errors'

/** A toast of chapter 8: its title and its sentence. */
type Failure = { title: string; description: string }

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed` is the toast of a failed load; without it a first load only speaks in place. */
    queryMeta: { failed?: string }
    /** `failed` names the toast; 'form' says that the form shows the failure itself. */
    mutationMeta: { failed?: 'form' | ((error: unknown) => Failure) }
  }
}

/** The cache policy (C8): failures are told once, a successful write refreshes everything and is awaited. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (_error, query) => {
        const refetch = query.state.data !== undefined
        const text = query.meta?.failed ?? (refetch ? 'What you see could not be refreshed.' : undefined)
        if (text) toastError('Error', text)
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => client.invalidateQueries(),
      onError: (error, _variables, _context, mutation) => {
        const failed = mutation.meta?.failed
        if (failed === 'form') return
        const { title, description } = failed?.(error) ?? {
          title: 'Error',
          description: 'Something went wrong. Please try again.',
        }
        toastError(title, description)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isTransient(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
