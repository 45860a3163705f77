import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { forgetErrors, toastError } from '@/components/ui/toast'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { reportError } from '@/lib/error-reporter'
import { errorCode, explainError, isTransient, OfflineError } from '@/lib/errors'

/** A toast of chapter 8: its title and its sentence. */
type Failure = { title: string; description: string }

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed` is the toast of a failed load; without it a first load only speaks in place. `kept`: see lib/offline-cache. */
    queryMeta: { failed?: string; kept?: boolean }
    /**
     * `failed` names the toast; 'form' says that the form shows the failure itself. `inPlace`: the form shows the reason
     * beside the toast. `offline`: works without a network.
     */
    mutationMeta: { failed?: 'form' | ((error: unknown) => Failure); inPlace?: boolean; offline?: boolean }
  }
}

onlineManager.setEventListener((setOnline) => {
  const follow = () => setOnline(!isOffline())
  follow()
  return onConnectionChange(follow)
})

function reportUnknown(error: unknown) {
  if (errorCode(error) === 'unknown') reportError({ error, source: 'request' })
}

/**
 * The cache policy (C8): failures are told once, a successful write refreshes everything and is awaited. Offline, writes
 * are refused before they leave, and what could not be refreshed is the banner's to tell.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        reportUnknown(error)
        const refetch = query.state.data !== undefined
        // The banner tells the one, the sign-in page the other.
        if ((refetch && isOffline()) || errorCode(error) === 'session_ended') return
        const text = query.meta?.failed ?? (refetch ? 'What you see could not be refreshed.' : undefined)
        if (text) toastError('Error', text)
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        if (isOffline() && !mutation.meta?.offline) throw new OfflineError()
      },
      onSuccess: (_data, _variables, _context, mutation) => {
        forgetErrors(mutation.state.submittedAt)
        return client.invalidateQueries()
      },
      onError: (error, _variables, _context, mutation) => {
        reportUnknown(error)
        const failed = mutation.meta?.failed
        if (failed === 'form') return
        const { title, description } = failed?.(error) ?? {
          title: 'Error',
          description: 'Something went wrong. Please try again.',
        }
        const reason = errorCode(error) === 'network' ? undefined : explainError(error)
        // The form shows it, or it is the description, as the profile's is (chapter 8).
        const isTold = mutation.meta?.inPlace || reason === description
        toastError(title, description, isTold ? undefined : reason)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnReconnect: 'always',
        // postgrest-js has asked four times by itself before it says that there is no network.
        retry: (count, error) => count < 2 && isTransient(error) && errorCode(error) !== 'network',
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
