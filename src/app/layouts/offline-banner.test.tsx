import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { goOffline } from '@tests/support/offline'
import { expect, it } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { OfflineBanner } from './offline-banner'

const minute = 60_000
const iso = (ago: number) => new Date(Date.now() - ago).toISOString()

function Part({ name }: { name: string }) {
  useQuery({ queryKey: [name], queryFn: () => name, staleTime: Number.POSITIVE_INFINITY })
  return null
}

/** Shows those parts offline; each was read so long ago. */
function show(ages: Record<string, number>, shown = Object.keys(ages)) {
  const client = new QueryClient()
  for (const [name, ago] of Object.entries(ages))
    client.setQueryData([name], name, { updatedAt: Date.now() - ago })
  render(
    <QueryClientProvider client={client}>
      <OfflineBanner />
      {shown.map((name) => (
        <Part key={name} name={name} />
      ))}
    </QueryClientProvider>,
  )
  goOffline()
  return screen.getByText(/^You are offline/).textContent
}

it.each([
  ['first', { profile: 90 * minute, orders: 5 * minute }],
  ['last', { orders: 5 * minute, profile: 90 * minute }],
])('shows the time of the oldest part, read %s', (_order, ages) => {
  const text = show(ages)
  const when = iso(90 * minute)
  const isToday = formatDate(when) === formatDate(iso(0))
  const time = isToday ? formatTime(when) : `${formatDate(when)}, ${formatTime(when)}`
  expect(text).toContain(`was last updated at ${time}.`)
})

it('ignores cached parts that are not on this page', () => {
  const text = show({ profile: 5 * minute, yesterday: 26 * 60 * minute }, ['profile'])
  expect(text).not.toContain(formatDate(iso(26 * 60 * minute)))
})

it('shows the date of a part that was not read today', () => {
  const when = iso(26 * 60 * minute)
  const time = `${formatDate(when)}, ${formatTime(when)}`
  expect(show({ profile: 26 * 60 * minute })).toContain(`was last updated at ${time}.`)
})
