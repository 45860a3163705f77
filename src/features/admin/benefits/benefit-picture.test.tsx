import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { pictureFile, png } from '@tests/support/pictures'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { serveStorage } from '@tests/support/storage-api'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { AdminBenefitsPage } from './page'

async function open() {
  const rows = [benefit({ name: 'Lantern Research', token_value: 55 })]
  const api = serveAdminBenefits(rows)
  const storage = serveStorage()
  const view = renderPage(<AdminBenefitsPage />, { path: '/admin/benefits' })
  // A file that is dropped on the field does not pass the picker's filter.
  const user = userEvent.setup({ applyAccept: false })
  await user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
  const dialog = within(await screen.findByRole('dialog', { busy: false }))
  const choose = (file: File) => user.upload(dialog.getByLabelText('Or upload a picture'), file)
  return { ...view, user, rows, dialog, choose, ...api, ...storage }
}

const bucket = '*/storage/v1/object/benefits/:name'
const address = () => screen.getByLabelText<HTMLInputElement>(/Image URL/)
const preview = () => screen.getByRole('region', { name: 'Preview' })

it('uploads under a name of its own and puts the path into Image URL, which a save sends', async () => {
  const { user, rows, dialog, choose, stored, removed, sent } = await open()
  await choose(png('Photo of mine.png'))
  await waitFor(() =>
    expect(address().value).toMatch(/^\/storage\/v1\/object\/public\/benefits\/[0-9a-f-]{36}\.png$/),
  )
  const path = address().value
  expect(stored).toEqual([{ bucket: 'benefits', name: path.split('/').at(-1), upsert: false }])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([{ method: 'update', id: rows[0]?.id, body: { image_url: path } }])
  expect(removed).toEqual([])
})

it('says that it is uploading, and does not save until then', async () => {
  const { dialog, choose } = await open()
  server.use(http.post(bucket, () => delay('infinite')))
  await choose(png())
  expect(await dialog.findByText('Uploading...')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
})

it.each([
  ['too large', png('a.png', 1024 * 1024 + 1), 'This picture is larger than 1 MB.'],
  ['an SVG', pictureFile('a.svg', 'image/svg+xml', 'svg'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
  ['empty', png('a.png', 0), 'This file is empty.'],
  [
    'mislabelled',
    pictureFile('a.webp', 'image/webp', 'gif'),
    'This file is named WebP but holds a GIF picture. Give it its right name.',
  ],
])('refuses what is %s at the field, sends nothing and takes the next', async (_what, file, words) => {
  const { dialog, choose, stored } = await open()
  await choose(file)
  expect(await dialog.findByText(words)).toBeVisible()
  expect(dialog.getByLabelText('Or upload a picture')).toHaveAccessibleDescription(words)
  expect(stored).toEqual([])
  await choose(png('b.png', 1024 * 1024))
  await waitFor(() => expect(address().value).toContain('/storage/'))
  expect(dialog.queryByText(words)).not.toBeInTheDocument()
})

it.each([
  ['refuses', () => broken()],
  ['cannot be reached', () => HttpResponse.error()],
])('tells at the field that the server %s, and keeps what was typed', async (_what, answer) => {
  const { user, dialog, choose } = await open()
  await user.type(await dialog.findByLabelText('Name'), ' II')
  server.use(http.post(bucket, answer))
  await choose(png())
  const words = 'The picture could not be uploaded. Everything you typed is still here: choose it again.'
  expect(await dialog.findByText(words)).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveValue('Lantern Research II')
  expect(address()).toHaveValue('/art/lantern.svg')
  expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled()
})

it('says that one is offline, and takes the file once one is back', async () => {
  const { dialog, choose, stored } = await open()
  const comeBack = goOffline()
  await choose(png())
  const words = 'You are offline, so nothing was sent. Try again once you are back.'
  expect(await dialog.findByText(words)).toBeVisible()
  expect(stored).toEqual([])
  comeBack()
  await choose(png())
  await waitFor(() => expect(address().value).toContain('/storage/'))
  expect(dialog.queryByText(words)).not.toBeInTheDocument()
})

it('takes back what a cancelled dialog uploaded, also what was replaced', async () => {
  const { user, dialog, choose, stored, removed } = await open()
  await choose(png())
  await waitFor(() => expect(address().value).toContain(stored[0]?.name))
  await choose(pictureFile('b.gif', 'image/gif', 'gif'))
  await waitFor(() => expect(address().value).toMatch(/\.gif$/))
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  // Not alone: what the dialog of the test before takes back may arrive only now.
  await waitFor(() => expect(removed).toContainEqual(stored.map(({ name }) => name)))
})

it('takes back an upload that arrives after the dialog was cancelled', async () => {
  const { user, dialog, choose, stored, removed } = await open()
  let arrive: (() => void) | undefined
  server.use(
    http.post(bucket, async ({ params }) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      stored.push({ bucket: 'benefits', name: String(params.name), upsert: false })
      return HttpResponse.json({ Key: `benefits/${params.name}`, Id: 'x' })
    }),
  )
  await choose(png())
  await waitFor(() => expect(arrive).toBeDefined())
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  arrive?.()
  await waitFor(() => expect(removed).toContainEqual([stored[0]?.name]))
})

it('keeps an upload once a save was tried with it: the answer may only have been lost', async () => {
  const { user, dialog, choose, removed } = await open()
  server.use(http.patch('*/rest/v1/benefits', () => broken()))
  await choose(png())
  await waitFor(() => expect(address().value).toContain('/storage/'))
  await user.click(await dialog.findByRole('button', { name: 'Save changes' }))
  await seeToast('Error', 'Failed to save benefit')
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(removed).toEqual([])
})

it('asks for the picture of an address once it has rested, and for none of its beginnings', async () => {
  const { user } = await open()
  await user.clear(address())
  await waitFor(() => expect(preview().querySelector('img')).toBeNull())
  const seen = new Set<string | null | undefined>()
  const look = () => seen.add(preview().querySelector('img')?.getAttribute('src'))
  const watch = new MutationObserver(look)
  watch.observe(preview(), { attributes: true, childList: true, subtree: true })
  for (const end of ['/a', '/ar', '/art', '/art/x.png']) {
    fireEvent.change(address(), { target: { value: end } })
    look()
    await delay(100)
  }
  await waitFor(() => expect(preview().querySelector('img')).toHaveAttribute('src', '/art/x.png'))
  watch.disconnect()
  look()
  expect([...seen].filter(Boolean)).toEqual(['/art/x.png'])
})

it('shows the card as members see it while one types', async () => {
  const { user, dialog } = await open()
  expect(preview()).toHaveTextContent(/Lantern Research.*55 tokens.*Redeem.*As members see it/)
  const shown = () => preview().querySelector('img')?.getAttribute('src')
  expect(shown()).toBe('/art/lantern.svg')
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Minutes')
  await user.clear(dialog.getByLabelText('Token Value'))
  expect(preview()).toHaveTextContent(/Minutes.*0 tokens/)
  await user.type(dialog.getByLabelText('Token Value'), '1200')
  expect(preview()).toHaveTextContent('1,200 tokens')
  await user.clear(address())
  await waitFor(() => expect(shown()).toBeUndefined())
  await user.type(address(), 'https://files.example/a.png')
  await waitFor(() => expect(shown()).toBe('https://files.example/a.png'))
  await user.clear(dialog.getByLabelText('Name'))
  expect(within(preview()).getByRole('heading', { name: 'Name' })).toBeVisible()
  await user.click(dialog.getByRole('switch', { name: /Active/ }))
  expect(preview()).toHaveTextContent('Members do not see it while it is not active.')
})
