import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createContainer, isFramed, prefetchedProfile, replaceFrame } from '@/app/frame'
import { Providers } from '@/app/providers'
import { createQueryClient } from '@/app/query-client'
import { registerServiceWorker } from '@/app/register-service-worker'
import { Router } from '@/app/router'
import { preloadPage } from '@/app/routes'
import { followHistory } from '@/components/dialog/open-dialogs'
import { followSession } from '@/entities/session/session'
import { watchErrors } from '@/lib/error-reporter'
import '@/lib/random-uuid'
import '@/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchErrors()
followHistory()
const client = createQueryClient()

const app = (
  <StrictMode>
    <Providers client={client}>
      <Router />
    </Providers>
  </StrictMode>
)

// Not a top-level await: the page's code imports this chunk and would wait forever.
async function start(element: HTMLElement) {
  const preloaded = preloadPage(window.location.pathname)
  // Until then the frame is shown, whose document preloads the page's code.
  if (isFramed) {
    await preloaded
    await prefetchedProfile(client)
  }
  const container = createContainer(element)
  // Rendered in slices, so that a slow phone stays responsive.
  startTransition(() => createRoot(container).render(app))
  void replaceFrame(element, container, client)
}

void start(root)
followSession()
void registerServiceWorker()
