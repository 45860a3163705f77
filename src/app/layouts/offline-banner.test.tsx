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

/** Shows the parts `shown` of what was read so long ago, offline. */
function show(readAgo: Record<string, number>, shown: string[]) {
  const client = new QueryClient()
  for (const [name, ago] of Object.entries(readAgo))
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
])('of two ages on a page it names the older, be it read %s', (_place, readAgo) => {
  const said = show(readAgo, Object.keys(readAgo))
  const when = iso(90 * minute)
  const today = formatDate(when) === formatDate(iso(0))
  const time = today ? formatTime(when) : `${formatDate(when)}, ${formatTime(when)}`
  expect(said).toContain(`was last updated at ${time}.`)
})

it('leaves out what is kept and not on this page', () => {
  const said = show({ profile: 5 * minute, yesterday: 26 * 60 * minute }, ['profile'])
  expect(said).not.toContain(formatDate(iso(26 * 60 * minute)))
})

it('names the day of what was not read today', () => {
  const when = iso(26 * 60 * minute)
  expect(show({ profile: 26 * 60 * minute }, ['profile'])).toContain(
    `was last updated at ${formatDate(when)}, ${formatTime(when)}.`,
  )
})
