import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '@/app/query-client'
import { bindCacheToUser, showOfflineCache } from '@/app/user-cache'
import { onToastWaiting } from '@/components/ui/toast'

type Props = { /** A cache that holds something already. */ client?: QueryClient; children: ReactNode }

/** Cache, router and toasts around the app. Without a network it begins with what was seen last. */
export function Providers({ client: given, children }: Props) {
  const [client] = useState(() => given ?? createQueryClient())
  const [ready, setReady] = useState(() => navigator.onLine)

  useEffect(() => bindCacheToUser(client), [client])
  useEffect(() => {
    if (!ready) void showOfflineCache(client).then(() => setReady(true))
  }, [client, ready])

  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>{ready ? children : null}</BrowserRouter>
      <Toasts />
    </QueryClientProvider>
  )
}

/**
 * Loads the toaster with the first touch or the first notice: it is not part of the first load. It stands beside the app,
 * because an open dialog hides the app from those who hear the page. Where its file cannot be had, the app goes on
 * without, and the next touch or notice tries again.
 */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>()

  useEffect(() => {
    if (Toaster) return
    const want = async () => {
      const found = await import('@/components/ui/toaster').then((m) => m.Toaster).catch(() => undefined)
      if (found) setToaster(() => found)
    }
    const stop = onToastWaiting(want)
    window.addEventListener('pointerdown', want)
    window.addEventListener('keydown', want)
    return () => {
      stop()
      window.removeEventListener('pointerdown', want)
      window.removeEventListener('keydown', want)
    }
  }, [Toaster])

  return Toaster ? createPortal(<Toaster />, document.body) : null
}
