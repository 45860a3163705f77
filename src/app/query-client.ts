import {
  MutationCache,
  notifyManager,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { forgetErrors, toastError } from '@/components/ui/toast'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { reportError } from '@/lib/error-reporter'
import { errorCode, explainError, isTransient, OfflineError } from '@/lib/errors'

type Failure = string | { title: string; description: string }

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed`: toast text when loading fails, '' for none; without it a first load reports inline only. `storedOffline`: see app/offline-cache. `prefetched: false`: neither prefetched by the document nor waited for by its frame. */
    queryMeta: { failed?: string; storedOffline?: boolean; prefetched?: false }
    /** `failed`: the toast, by its description alone under 'Error', or 'form' when the form shows the failure. `inPlace`: the form also shows the reason. `refreshes`: if not everything. */
    mutationMeta: {
      failed?: Failure | ((error: unknown) => Failure)
      inPlace?: boolean
      offline?: boolean
      refreshes?: QueryKey
    }
  }
}

onlineManager.setEventListener((setOnline) => {
  const updateOnline = () => setOnline(!isOffline())
  updateOnline()
  return onConnectionChange(updateOnline)
})

// A button is busy before the next event, so that a second press while the main thread is blocked submits nothing twice.
notifyManager.setScheduler(queueMicrotask)

/** In ms: the longest that a success waits for the refetch, so that outdated data is not edited meanwhile. */
const refreshMs = 5_000

function reportUnknownError(error: unknown) {
  if (errorCode(error) === 'unknown') reportError({ error, source: 'request' })
}

/** The cache policy (C8): one toast per failure; a successful write refetches everything; offline, writes are rejected. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        reportUnknownError(error)
        const refetch = query.state.data !== undefined
        // The offline banner and the sign-in page report these; pages report missing data themselves.
        if (isOffline() || errorCode(error) === 'session_ended') return
        const text = query.meta?.failed ?? (refetch ? 'This page could not be refreshed.' : undefined)
        if (text) toastError('Error', text)
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        if (isOffline() && !mutation.meta?.offline) throw new OfflineError()
      },
      onSuccess: (_data, _variables, _context, mutation) => {
        forgetErrors(mutation.state.submittedAt)
        const refreshed = client.invalidateQueries({ queryKey: mutation.meta?.refreshes })
        return Promise.race([refreshed, new Promise<void>((go) => setTimeout(go, refreshMs))])
      },
      onError: (error, _variables, _context, mutation) => {
        reportUnknownError(error)
        // Whoever is no longer an admin must leave (D11).
        if (errorCode(error) === 'not_admin') void client.invalidateQueries()
        const { failed = 'Something went wrong. Please try again.' } = mutation.meta ?? {}
        if (failed === 'form') return
        const failure = typeof failed === 'function' ? failed(error) : failed
        const { title, description } =
          typeof failure === 'string' ? { title: 'Error', description: failure } : failure
        const reason = errorCode(error) === 'network' ? undefined : explainError(error)
        // Already shown by the form or as the description.
        const isShown = mutation.meta?.inPlace || reason === description
        toastError(title, description, isShown ? undefined : reason)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnReconnect: 'always',
        // postgrest-js has already retried network errors.
        retry: (count, error) => count < 2 && isTransient(error) && errorCode(error) !== 'network',
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
