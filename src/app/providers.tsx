import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '@/app/query-client'
import { bindCacheToUser, showOfflineCache } from '@/app/user-cache'
import { onToastWaiting } from '@/components/ui/toast'

type Props = { client?: QueryClient; children: ReactNode }

/** Offline, rendering waits for the offline cache. */
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

/** Loaded on the first interaction or toast. Outside the app, as an open dialog hides that from screen readers. */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>()

  useEffect(() => {
    if (Toaster) return
    const loadToaster = async () => {
      const found = await import('@/components/ui/toaster').then((m) => m.Toaster).catch(() => undefined)
      if (found) setToaster(() => found)
    }
    const stop = onToastWaiting(loadToaster)
    window.addEventListener('pointerdown', loadToaster)
    window.addEventListener('keydown', loadToaster)
    return () => {
      stop()
      window.removeEventListener('pointerdown', loadToaster)
      window.removeEventListener('keydown', loadToaster)
    }
  }, [Toaster])

  return Toaster ? createPortal(<Toaster />, document.body) : null
}
