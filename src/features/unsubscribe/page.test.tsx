import { screen } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { failAllRequests } from '@tests/support/offline'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { UnsubscribePage } from './page'

/** Serves the response to a link, and records what is sent. */
function serve(answer: () => Response) {
  const sent: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/unsubscribe', async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  return sent
}

const answered = (kind: string | null) => () => HttpResponse.json({ ok: kind !== null, kind })

async function open(route = '/?token=person.orders.5196') {
  const view = renderPage(<UnsubscribePage />, { route })
  await screen.findByRole('heading', { name: 'Stop these emails?' })
  return { ...view, stop: () => view.user.click(screen.getByRole('button', { name: 'Unsubscribe' })) }
}

it('sends nothing until the button is pressed, then says which emails are off', async () => {
  const sent = serve(answered('orders'))
  const { stop } = await open()
  expect(sent).toEqual([])
  await stop()
  expect(await screen.findByRole('heading', { name: 'Emails about orders are off' })).toHaveFocus()
  expect(sent).toEqual([{ p_token: 'person.orders.5196' }])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'What you are told, and where' })).toHaveAttribute(
    'href',
    '/dashboard/profile?tab=notifications',
  )
})

it.each(['/', '/?token=cut'])('says that the link of %s is not valid', async (route) => {
  serve(answered(null))
  const { stop } = await open(route)
  await stop()
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toHaveFocus()
})

it.each([
  ['The emails could not be stopped. Please try again.', () => serve(() => broken())],
  ['The emails could not be stopped. The server cannot be reached.', failAllRequests],
])('says "%s", and can be tried again', async (sentence, fail) => {
  fail()
  const { stop } = await open()
  await stop()
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  serve(answered('favourites'))
  await stop()
  expect(await screen.findByRole('heading', { name: 'Emails about favourites are off' })).toBeVisible()
})

it('leaves out of a token what the database cannot read', async () => {
  const sent = serve(answered(null))
  const { stop } = await open('/?token=person.%00orders.5196')
  await stop()
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toHaveFocus()
  expect(sent).toEqual([{ p_token: 'person.orders.5196' }])
})

it('stops invitations to an address that has no account (D40)', async () => {
  serve(answered('address'))
  const { stop } = await open('/?token=6d6961.address.5196')
  expect(screen.getByText('No invitations will be sent to your address any more.')).toBeVisible()
  await stop()
  expect(await screen.findByRole('heading', { name: 'Invitations are off' })).toHaveFocus()
  expect(screen.queryByRole('link', { name: 'What you are told, and where' })).toBeNull()
})
