import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepAppFiles } from '@/app/offline-app'
import { preloadPage } from '@/app/pages'
import { Providers } from '@/app/providers'
import { Router } from '@/app/router'
import '@/index.css'

preloadPage(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
)

void keepAppFiles()
