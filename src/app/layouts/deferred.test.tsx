import { screen, waitFor, within } from '@testing-library/react'
import { serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { Deferred } from './deferred'

it('tells the last admin, also on admin pages, that the deletion waits for another one', async () => {
  await signInAs()
  serveProfile({ role: 'admin', deletes_at: '2026-01-01T00:00:00Z' })
  const called: string[] = []
  server.use(
    http.post('*/rest/v1/rpc/keep_account', () => {
      called.push('keep')
      return HttpResponse.json(true)
    }),
  )
  const deferred = <Deferred area="Admin" isOpen={false} onClose={() => undefined} palette={undefined} />
  const { user } = renderPage(
    <>
      <main id="main" />
      {deferred}
    </>,
  )
  const bar = within(await screen.findByRole('complementary', { name: 'Deletion of your account' }))
  expect(bar.getByText('Your account will be deleted as soon as there is another admin.')).toBeVisible()
  await user.click(bar.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(called).toEqual(['keep']))
})
