import { onlineManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { emptyAnnouncement, useAnnouncementDryRun } from './announcements/announcements'
import { useInvitationDryRun } from './invitations/send'
import { useDryRun } from './operations/run'
import { extendMemberships } from './profiles/admin-mutations'
import { useApprovalDryRun } from './waitlist/admin'

const extend = extendMemberships({ ids: ['a'] }, 12)
const dryRuns: Record<string, () => { isSuccess: boolean }> = {
  'an operation': () => useDryRun('id', 1, extend),
  'an announcement': () => useAnnouncementDryRun(emptyAnnouncement),
  invitations: () =>
    useInvitationDryRun('id', {
      rows: [{ row: { email: 'ada@x.test', name: '', until: null, balance: null }, line: 1 }],
      message: '',
      days: 30,
      bound: false,
    }),
  'the waitlist': () => useApprovalDryRun('id', ['a']),
}

function Counted({ use }: { use: () => { isSuccess: boolean } }) {
  return <p>{use().isSuccess ? 'Counted' : 'Counting'}</p>
}

// What was counted is what is done: nothing replaces it behind the dialog (D46).
it.each(Object.entries(dryRuns))('the dry run of %s is not repeated by itself', async (_, use) => {
  const calls: string[] = []
  server.use(
    http.post('*/rest/v1/rpc/:name', ({ params: { name } }) => {
      calls.push(String(name))
      return HttpResponse.json(/announcement_dry_run|memberships/.test(String(name)) ? {} : [])
    }),
  )
  const { client } = renderPage(<Counted use={use} />)
  await screen.findByText('Counted')
  const once = [...calls]
  act(() => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
  })
  await client.invalidateQueries()
  expect(calls).toEqual(once)
})
