import { screen, waitFor, within } from '@testing-library/react'
import { serveFactors, storeSessionWith } from '@tests/support/factors'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { SecondFactorDialog } from './dialog'

let required: string | undefined

beforeEach(async () => {
  required = undefined
  await signInAs()
  server.use(
    http.get('*/rest/v1/app_settings', () => HttpResponse.json(required ? [{ value: required }] : [])),
    http.post<never, { value: string }>('*/rest/v1/app_settings', async ({ request }) => {
      required = (await request.json()).value
      return new HttpResponse(null, { status: 201 })
    }),
  )
})

const open = () => renderPage(<SecondFactorDialog admin onClose={() => undefined} />).user
const press = (name: string) => screen.findByRole('button', { name })

it('adds an authenticator by its picture or its key, and loses nothing to a wrong code', async () => {
  const calls = serveFactors()
  const user = open()
  expect(await screen.findByText('You have no authenticator yet.')).toBeInTheDocument()
  expect(await screen.findByRole('switch')).toBeDisabled()
  await user.click(await press('Add an authenticator'))
  await user.clear(await screen.findByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Telephone')
  await user.click(await press('Continue'))
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeInTheDocument()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
  await user.click(await press('Copy the key'))
  expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP')
  await user.type(screen.getByLabelText('Code'), '111111{Enter}')
  expect(await screen.findByText(/This code is not right/)).toBeInTheDocument()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  await seeToast('Success', 'Signing in now needs a code. Sessions without it have ended.')
  const list = await screen.findByRole('list', { name: 'Your authenticators' })
  expect(within(list).getByText('Telephone')).toBeInTheDocument()
  expect(calls).toEqual(['add Telephone', 'code 111111 of Telephone', 'code 123456 of Telephone'])
})

it('removes one with a code of it', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  const calls = serveFactors(['Telephone'])
  const user = open()
  await user.click(await press('Remove Telephone'))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(await press('Remove'))
  expect(await screen.findByText('You have no authenticator yet.')).toBeInTheDocument()
  expect(calls).toEqual(['code 123456 of Telephone', 'remove Telephone'])
})

it('removes a lost one with a code of another', async () => {
  storeSessionWith(['Telephone', 'Tablet'], 'aal2')
  const calls = serveFactors(['Telephone', 'Tablet'])
  const user = open()
  await user.click(await press('Remove Telephone'))
  expect(await screen.findByLabelText('Authenticator')).toHaveDisplayValue('Tablet')
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(await press('Remove'))
  await seeToast('Success', 'The authenticator was removed.')
  expect(calls).toEqual(['code 123456 of Tablet', 'remove Telephone'])
})

it('requires it of all admins, from a session that has it', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  serveFactors(['Telephone'])
  const user = open()
  const requirement = await screen.findByRole('switch', { name: /Require a second factor for admins/ })
  await waitFor(() => expect(requirement).toBeEnabled())
  await user.click(requirement)
  await seeToast('Success', 'Admins now need a second factor to change anything.')
  expect(required).toBe('1')
  expect(await screen.findByRole('switch')).toBeChecked()
})

it('asks a session without it for the code, and changes nothing', async () => {
  storeSessionWith(['Telephone'])
  serveFactors(['Telephone'])
  open()
  expect(await screen.findByRole('link', { name: 'Enter a code' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fdashboard%2Fprofile',
  )
  expect(await screen.findByRole('switch')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Add an authenticator' })).not.toBeInTheDocument()
})
