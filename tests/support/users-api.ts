import { HttpResponse, http } from 'msw'
import type { Operation } from '@/entities/operations/recent'
import type { Profile } from '@/entities/profiles/profile'
import type { Database } from '@/lib/database.types'
import { memberId, profile, uuid } from './builders.ts'
import { filtered, searched, selected } from './rest-rows.ts'
import { server } from './server.ts'

type Search = Database['public']['Functions']['search_profiles']['Args']
type Served = {
  users: Profile[]
  /** What admins have run. */
  operations?: Operation[]
  /** The number of matches of a search, if greater than that of `users`. */
  matches?: number
  /** Rejects every write. */
  refuse?: () => Response
  /** Runs once before the next write: a concurrent change. */
  beforeWrite?: () => void
}

/** The signed-in admin. */
export const henrik = () =>
  profile({
    id: memberId,
    name: 'Henrik Vos',
    email: 'henrik@guildhall.test',
    role: 'admin',
    current_tokens: 25,
  })
export const tamsin = () => profile({ id: uuid(), phone: '+351 912 000 118' })

/** Users in groups of three with the same date; the first three are the newest. */
export function members(count: number): Profile[] {
  const newest = Date.parse('2026-11-20T10:00:00Z')
  return Array.from({ length: count }, (_, index) =>
    profile({
      id: uuid(),
      name: `Member ${index + 1}`,
      email: `member${index + 1}@guildhall.test`,
      current_tokens: index % 7,
      created_at: new Date(newest - Math.floor(index / 3) * 86_400_000).toISOString(),
    }),
  )
}

/** Serves users to an admin: list, search, counts, and conditional writes. Records what was requested and sent. */
export function serveUsers(served: Served) {
  const lists: URLSearchParams[] = []
  const searches: Search[] = []
  const sent: { query: Record<string, string>; body?: object }[] = []

  function write(url: string, body?: object) {
    served.beforeWrite?.()
    served.beforeWrite = undefined
    const query = new URL(url).searchParams
    sent.push({ query: Object.fromEntries(query), ...(body && { body }) })
    return filtered(served.users, query)[0]
  }

  server.use(
    http.get('*/rest/v1/operations', () => HttpResponse.json(served.operations ?? [])),
    http.get('*/rest/v1/profiles', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (/^eq\.(?!.{36}$)/.test(query.get('id') ?? '')) return unreadable()
      if (query.has('id')) return HttpResponse.json(filtered(served.users, query))
      lists.push(query)
      return HttpResponse.json(selected(served.users, query))
    }),
    http.post<never, Search>('*/rest/v1/rpc/search_profiles', async ({ request }) => {
      const asked = await request.json()
      searches.push(asked)
      const found = served.users.filter((user) => contains(user, asked.p_search))
      return HttpResponse.json(searched(found, asked, new URL(request.url).searchParams))
    }),
    http.post<never, { p_search?: string }>('*/rest/v1/rpc/count_profiles', async ({ request }) => {
      const { p_search } = await request.json()
      return HttpResponse.json(
        (p_search && served.matches) || served.users.filter((user) => contains(user, p_search)).length,
      )
    }),
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      const body = (await request.json()) as object
      const user = write(request.url, body)
      if (served.refuse) return served.refuse()
      if (user) served.users[served.users.indexOf(user)] = { ...user, ...body }
      return HttpResponse.json(user ? [{ ...user, ...body }] : [])
    }),
    http.delete('*/rest/v1/profiles', ({ request }) => {
      const user = write(request.url)
      if (served.refuse) return served.refuse()
      served.users = served.users.filter((each) => each !== user)
      return HttpResponse.json(user ? [{ id: user.id }] : [])
    }),
  )
  return { lists, searches, sent }
}

/** The error for an id that is no UUID. */
function unreadable() {
  return HttpResponse.json({ code: '22P02', message: 'invalid input syntax for type uuid' }, { status: 400 })
}

function contains({ name, email }: Profile, search = ''): boolean {
  return `${name}\n${email}`.toLowerCase().includes(search.toLowerCase())
}
