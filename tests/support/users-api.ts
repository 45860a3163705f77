import { HttpResponse, http } from 'msw'
import type { Profile } from '@/entities/profiles/profile'
import { memberId, profile, uuid } from './builders.ts'
import { filtered } from './rest-rows.ts'
import { serveCall, server } from './server.ts'

type Served = {
  users: Profile[]
  /** Rejects every write. */
  refuse?: () => Response
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

export const members = (count: number): Profile[] =>
  Array.from({ length: count }, (_, index) =>
    profile({ id: uuid(), name: `Member ${index + 1}`, email: `member${index + 1}@guildhall.test` }),
  )

/** Serves users to an admin, the same to every list and search, and writes on condition. Records what was requested and sent. */
export function serveUsers(served: Served) {
  const lists: URLSearchParams[] = []
  const sent: { query: Record<string, string>; body?: object }[] = []

  function write(url: string, body?: object) {
    const query = new URL(url).searchParams
    sent.push({ query: Object.fromEntries(query), ...(body && { body }) })
    const row = filtered(served.users, query)[0]
    if (served.refuse) return served.refuse()
    if (!row) return HttpResponse.json([])
    served.users = served.users.flatMap((each) => (each !== row ? each : body ? { ...row, ...body } : []))
    return HttpResponse.json([{ ...row, ...body }])
  }

  server.use(
    http.get('*/rest/v1/profiles', ({ request }) => {
      const query = new URL(request.url).searchParams
      const id = query.get('id')
      if (!id) lists.push(query)
      if (id === 'eq.nobody') return HttpResponse.json({ code: '22P02', message: 'no uuid' }, { status: 400 })
      return HttpResponse.json(
        served.users.filter((user) => !id?.startsWith('eq.') || id === `eq.${user.id}`),
      )
    }),
    http.patch('*/rest/v1/profiles', async ({ request }) =>
      write(request.url, (await request.json()) as object),
    ),
    http.delete('*/rest/v1/profiles', ({ request }) => write(request.url)),
  )
  serveCall('count_profiles', () => served.users.length)
  const searches = serveCall('search_profiles', () => served.users.slice(0, 26))
  return { lists, searches, sent }
}
