import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadPage } from '@/app/pages'
import { adoptPrefetched } from '@/app/prefetched'
import { Providers } from '@/app/providers'
import { createQueryClient } from '@/app/query-client'
import { registerServiceWorker } from '@/app/register-service-worker'
import { Router } from '@/app/router'
import { watchErrors } from '@/lib/error-reporter'
import '@/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchErrors()
preloadPage(window.location.pathname)
const client = createQueryClient()
await adoptPrefetched(client)

const app = (
  <StrictMode>
    <Providers client={client}>
      <Router />
    </Providers>
  </StrictMode>
)
// In slices, so that a slow phone stays responsive meanwhile.
startTransition(() => createRoot(root).render(app))

void registerServiceWorker()
