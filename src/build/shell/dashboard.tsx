import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { MemberLayout } from '@/app/layouts/member-layout'
import { type BalanceSize, balanceSizes } from '@/features/member/dashboard/balance-size'
import { BalanceSum } from '@/features/member/dashboard/balance-sum'
import { DashboardPage } from '@/features/member/dashboard/page'
import { formatLongDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { anybody, type FirstRequest, requests } from './stand-ins.ts'

/** The dashboard before its data, the requests it makes at once, and what stands in them for the reader's own. */
export type Drawing = { markup: string; requests: FirstRequest[]; anybody: string; anyBalance: string }

/** Stands where the balance belongs. */
const anyBalance = '[balance]'

/** A balance of each size, with digits that stand nowhere else. */
const examples: Record<BalanceSize, number> = { large: 987, page: 98_765, side: 987_654 }

/** Draws the dashboard as it is while everything is pending, and writes down what it asks the server for. */
export async function drawDashboard(): Promise<Drawing> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const draw = (node: ReactNode) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <StaticRouter location={paths.dashboard}>{node}</StaticRouter>
      </QueryClientProvider>,
    )
  const page = draw(
    <Routes>
      <Route element={<MemberLayout />}>
        <Route path={paths.dashboard} element={<DashboardPage />} />
      </Route>
    </Routes>,
  )
  const pending = draw(<BalanceSum balance={undefined} />)
  const known = balanceSizes.map((size) => {
    const sum = draw(<BalanceSum balance={examples[size]} />)
    return `<template id="sum-${size}">${sum.replaceAll(formatNumber(examples[size]), anyBalance)}</template>`
  })
  if (!page.includes(pending)) throw new Error('The dashboard shows no BalanceSum')

  const enabled = client.getQueryCache().findAll({
    predicate: ({ options }) => !('enabled' in options && options.enabled === false),
  })
  await Promise.allSettled(enabled.map((query) => query.fetch()))
  client.clear()
  return {
    markup: page
      .replace(/^<title>.*?<\/title>/, '')
      .replace(pending, () => `<div data-sum>${pending}</div>${known.join('')}`)
      // The day is the reader's, not that of the build.
      .replaceAll(formatLongDate(new Date()), '\u00a0'),
    requests,
    anybody,
    anyBalance,
  }
}
