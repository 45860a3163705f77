import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '@/app/query-client'
import { onToastWaiting } from '@/components/toast'
import { currentSession, onSessionChange } from '@/entities/session'

const Toaster = lazy(() => import('@/components/ui/toaster').then((m) => ({ default: m.Toaster })))

/** Cache, router and toasts around the app. The cache goes when the person does, in every tab (D18). */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)

  useEffect(() => {
    let person = personNow()
    const stop = onSessionChange(() => {
      const next = personNow()
      if (person !== undefined && next !== person) client.clear()
      person = next
    })
    return () => void stop()
  }, [client])

  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>{children}</BrowserRouter>
      <Toasts />
    </QueryClientProvider>
  )
}

function personNow(): string | undefined {
  const session = currentSession()
  return session.status === 'signed-in' ? session.user.id : undefined
}

/** Loads the toaster with the first touch or the first notice: it is not part of the first load. */
function Toasts() {
  const [wanted, setWanted] = useState(false)

  useEffect(() => {
    const want = () => setWanted(true)
    const stop = onToastWaiting(want)
    window.addEventListener('pointerdown', want, { once: true })
    window.addEventListener('keydown', want, { once: true })
    return () => {
      stop()
      window.removeEventListener('pointerdown', want)
      window.removeEventListener('keydown', want)
    }
  }, [])

  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
