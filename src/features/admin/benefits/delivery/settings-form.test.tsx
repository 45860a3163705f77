import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { servePool } from '@tests/support/deliveries-api'
import { refusal } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { DeliveryTab } from './delivery-tab'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const lantern = benefit({ name: 'Lantern Research' })

async function open(given: Parameters<typeof servePool>[0] = {}, opened = lantern) {
  serveAdminBenefits([opened])
  const pool = servePool(given)
  const { user } = renderPage(<DeliveryTab benefit={opened} />)
  const kinds = within(await screen.findByRole('group', { name: 'Kind' }))
  const field = (name: string | RegExp) => screen.getByLabelText(name)
  const choose = (name: RegExp) => user.click(kinds.getByRole('radio', { name }))
  const save = () => user.click(screen.getByRole('button', { name: 'Save delivery' }))
  return { ...pool, user, kinds, field, choose, save }
}

it('saves the kind, the instructions and the low mark with the time they were read', async () => {
  const { user, kinds, field, save, saves } = await open()
  expect(kinds.getByRole('radio', { name: /^A licence key/ })).toBeChecked()
  await user.clear(field('Low mark'))
  await user.type(field('Low mark'), '25')
  await save()
  await seeToast('Success', 'Delivery settings saved')
  expect(saves).toEqual([
    {
      p_benefit_id: lantern.id,
      p_updated_at: '2026-11-01T10:00:00Z',
      p_method: 'key',
      p_instructions: 'Sign in, then enter the key.',
      p_message: '',
      p_link: '',
      p_low_stock: 25,
    },
  ])
  await user.type(field(/^Instructions/), ' Enjoy.')
  await save()
  await screen.findAllByText('Delivery settings saved')
  expect(saves[1]).toMatchObject({
    p_updated_at: '2026-11-01T10:00:01.000Z',
    p_instructions: 'Sign in, then enter the key. Enjoy.',
  })
})

it('saves the message that deliveries by hand begin with, for that kind only (D52)', async () => {
  const { user, field, choose, save, saves } = await open({ settings: { method: 'key' } })
  expect(screen.queryByLabelText(/^Message/)).not.toBeInTheDocument()
  await choose(/^By hand/)
  expect(field(/^Message/)).toHaveAccessibleDescription(/No key or password: everybody gets it\./)
  await user.type(field(/^Message/), 'Welcome to your seat.')
  await save()
  await seeToast('Success', 'Delivery settings saved')
  expect(saves).toMatchObject([{ p_method: 'manual', p_message: 'Welcome to your seat.' }])
})

it('asks for the low mark of a stock as well, and of nothing without one', async () => {
  const { field } = await open({ settings: { method: 'manual' } }, { ...lantern, stock: 3 })
  await waitFor(() =>
    expect(field('Low mark')).toHaveAccessibleDescription('You are warned when fewer are left.'),
  )
  cleanup()
  await open({ settings: { method: 'manual' } }, { ...lantern, stock: null })
  expect(screen.queryByLabelText('Low mark')).toBeNull()
})

it('selects the first choice on a page that was rendered outside the document', async () => {
  serveAdminBenefits([lantern])
  const { saves } = servePool({ settings: { link: 'https://example.com/' } })
  const container = document.createElement('div')
  const { user } = renderPage(<DeliveryTab benefit={lantern} />, { container })
  const choice = await within(container).findByRole('radio', { name: /^A link/ })
  document.body.append(container)
  await user.click(choice)
  expect(choice).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Save delivery' }))
  await seeToast('Success', 'Delivery settings saved')
  expect(saves[0]).toMatchObject({ p_method: 'link' })
  container.remove()
})

it.each([
  ['', 'Enter the link to deliver.'],
  ['ftp://example.com', 'Enter an address that starts with https:// or http://.'],
  ['https://', 'Enter an address that starts with https:// or http://.'],
])('refuses the link "%s"', async (link, message) => {
  const { user, field, choose, save, saves } = await open()
  await choose(/^A link/)
  if (link) await user.type(field('Link'), link)
  await save()
  expect(await screen.findByText(message)).toBeVisible()
  expect(field('Link')).toHaveFocus()
  expect(saves).toEqual([])
})

it('saves what is shown, whatever was typed in fields that are hidden now', async () => {
  const { user, field, choose, save, saves } = await open({ settings: { link: 'https://saved.example/' } })
  await user.clear(field('Low mark'))
  await choose(/^A link/)
  await user.clear(field('Link'))
  await user.type(field('Link'), 'ftp://x')
  await choose(/^By hand/)
  await save()
  await seeToast('Success', 'Delivery settings saved')
  expect(saves).toMatchObject([{ p_method: 'manual', p_link: 'https://saved.example/', p_low_stock: 10 }])
})

it('requires an uploaded file', async () => {
  const { choose, save, saves } = await open()
  await choose(/^A file/)
  await save()
  expect(await screen.findByText('Upload the file to deliver.')).toBeVisible()
  expect(saves).toEqual([])
})

it('shows what another admin has saved in the meantime, keeps what was typed, and replaces it on the next save', async () => {
  const { user, field, save, served, saves } = await open()
  Object.assign(served.settings, {
    updated_at: '2026-11-02T10:00:00Z',
    instructions: 'Theirs.',
    low_stock: 50,
  })
  await user.clear(field(/^Instructions/))
  await user.type(field(/^Instructions/), 'Mine.')
  await save()
  await seeToast('Error', 'Failed to save the delivery settings')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Someone else changed these settings/)
  expect(screen.getByText(/^Changed to "Theirs\." since you opened it/)).toBeVisible()
  expect(field(/^Instructions/)).toHaveValue('Mine.')
  expect(field('Low mark')).toHaveValue('50')
  await save()
  await seeToast('Success', 'Delivery settings saved')
  expect(saves[1]).toMatchObject({
    p_updated_at: '2026-11-02T10:00:00Z',
    p_instructions: 'Mine.',
    p_low_stock: 50,
  })
})

it('keeps everything when saving fails, and undoes it on request', async () => {
  const { user, field, save } = await open()
  server.use(http.post('*/rpc/save_delivery_settings', () => refusal(410, 'benefit_unavailable')))
  await user.type(field(/^Instructions/), ' More.')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This benefit was deleted since you opened it. Nothing was saved.',
  )
  expect(field(/^Instructions/)).toHaveValue('Sign in, then enter the key. More.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(field(/^Instructions/)).toHaveValue('Sign in, then enter the key.')
})
