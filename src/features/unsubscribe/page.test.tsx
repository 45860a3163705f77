import { screen } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { failAllRequests } from '@tests/support/offline'
import { renderPage } from '@tests/support/render'
import { expect, it } from 'vitest'
import { UnsubscribePage } from './page'

const serve = (kind: string | null) => respondToCall('unsubscribe', { ok: kind !== null, kind })

async function open(route = '/?token=person.orders.5196') {
  const { user } = renderPage(<UnsubscribePage />, { route })
  await screen.findByRole('heading', { name: 'Stop these emails?' })
  return () => user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
}
const settings = () => screen.queryByRole('link', { name: 'Notification settings' })

it('sends nothing until the button is pressed, then says which emails are off', async () => {
  const sent = serve('orders')
  const stop = await open()
  expect(sent).toEqual([])
  await stop()
  expect(await screen.findByRole('heading', { name: 'Emails about orders are off' })).toHaveFocus()
  expect(sent).toEqual([{ p_token: 'person.orders.5196' }])
  expect(screen.queryByRole('button')).toBeNull()
  expect(settings()).toHaveAttribute('href', '/dashboard/profile?tab=notifications')
})

it.each([
  ['/', ''],
  ['/?token=cut', 'cut'],
  // What the database cannot read is left out.
  ['/?token=person.%00orders.5196', 'person.orders.5196'],
])('says that the link of %s is not valid', async (route, p_token) => {
  const sent = serve(null)
  const stop = await open(route)
  await stop()
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toHaveFocus()
  expect(sent).toEqual([{ p_token }])
})

it.each([
  ['The emails could not be stopped. Please try again.', () => respondToCall('unsubscribe', {}, 400)],
  ['The emails could not be stopped. The server cannot be reached.', failAllRequests],
])('says "%s", and can be tried again', async (sentence, fail) => {
  fail()
  const stop = await open()
  await stop()
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  serve('favourites')
  await stop()
  expect(await screen.findByRole('heading', { name: 'Emails about favourites are off' })).toBeVisible()
})

it('stops invitations to an address that has no account (D40)', async () => {
  serve('address')
  const stop = await open('/?token=6d6961.address.5196')
  expect(screen.getByText('No invitations will be sent to your address any more.')).toBeVisible()
  await stop()
  expect(await screen.findByRole('heading', { name: 'Invitations are off' })).toHaveFocus()
  expect(settings()).toBeNull()
})
