import { screen, waitFor, within } from '@testing-library/react'
import { recoveryCodes, serveFactors, storeSessionWith } from '@tests/support/factors'
import { broken, refusal, serveMySecondFactor } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { SecondFactorDialog } from './dialog'

let mine: ReturnType<typeof serveMySecondFactor>

beforeEach(async () => {
  await signInAs()
  mine = serveMySecondFactor()
  server.use(
    http.post<never, { value: string }>('*/rest/v1/app_settings', async ({ request }) => {
      mine.required = (await request.json()).value === '1'
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
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
  expect(calls).toEqual([
    'add Telephone',
    'code 111111 of Telephone',
    'code 123456 of Telephone',
    'create recovery codes',
  ])
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
  await seeToast('Success', 'Admins now need a second factor.')
  expect(mine.required).toBe(true)
  expect(await screen.findByRole('switch')).toBeChecked()
})

it('says which admins have no second factor yet, and requires nothing', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  serveFactors(['Telephone'])
  server.use(
    http.post('*/rest/v1/app_settings', () =>
      refusal(409, 'admins_lack_second_factor', 'Bo Backup, Cy Clerk'),
    ),
  )
  const user = open()
  const requirement = await screen.findByRole('switch')
  await waitFor(() => expect(requirement).toBeEnabled())
  await user.click(requirement)
  const problem = await screen.findByText('Every admin needs one first. Still without: Bo Backup, Cy Clerk.')
  expect(problem).toBeVisible()
  expect(requirement).not.toBeChecked()
})

it('shows the recovery codes once, to copy and to save, and how many are left (D54)', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  serveFactors(['Telephone'])
  mine.recovery_codes = 9
  const files = catchSavedFiles()
  const { user } = renderPage(<SecondFactorDialog admin={false} onClose={() => undefined} />)
  expect(await screen.findByText('9 codes left')).toBeInTheDocument()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  await user.click(await press('Replace recovery codes'))
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes)
  await user.click(await press('Copy'))
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))
  await user.click(await press('Download'))
  expect(files.names).toEqual(['guildhall-recovery-codes.txt'])
  await user.click(await press('I have saved them'))
  expect(await screen.findByRole('list', { name: 'Your authenticators' })).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument()
})

it('offers recovery codes again when they could not be created', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  serveFactors(['Telephone'])
  server.use(http.post('*/rest/v1/rpc/create_recovery_codes', () => broken(), { once: true }))
  const user = open()
  expect(await screen.findByText('None yet')).toBeInTheDocument()
  await user.click(await press('Create recovery codes'))
  expect(await screen.findByText(/canceling statement/)).toBeVisible()
  await user.click(await press('Create recovery codes'))
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
})

it('tells an admin that the authenticator must be approved, and what removing the last one means (D54)', async () => {
  storeSessionWith(['Telephone'], 'aal2')
  serveFactors(['Telephone'])
  mine.required = true
  const user = open()
  expect(await screen.findByText(/^Another admin must approve your authenticator/)).toBeVisible()
  await user.click(await press('Remove Telephone'))
  expect(await screen.findByText(/without this one you have the rights of a member/)).toBeVisible()
})
