import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { MemberLayout } from '@/app/layouts/member-layout'
import { Component as Dashboard } from '@/features/member/dashboard/page'
import { formatLongDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { anybody, type FirstRequest, requests } from './stand-ins.ts'

export type DashboardShell = {
  markup: string
  requests: FirstRequest[] /** Stands where the reader's id belongs. */
  anybody: string
}

/** The dashboard before its data: what it shows, and what it asks the server for at once. */
export async function drawDashboard(): Promise<DashboardShell> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location={paths.dashboard}>
        <Routes>
          <Route element={<MemberLayout />}>
            <Route path={paths.dashboard} element={<Dashboard />} />
          </Route>
        </Routes>
      </StaticRouter>
    </QueryClientProvider>,
  )
  const enabled = client
    .getQueryCache()
    .findAll({ predicate: ({ options }) => !('enabled' in options && options.enabled === false) })
  await Promise.allSettled(enabled.map((query) => query.fetch()))
  client.clear()
  // The day is the reader's, not that of the build.
  return { markup: markup.replaceAll(formatLongDate(new Date()), '\u00a0'), requests, anybody }
}
