import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { pictureFile, png } from '@tests/support/pictures'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { serveStorage } from '@tests/support/storage-api'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { AdminBenefitsPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

async function open() {
  const rows = [benefit({ name: 'Lantern Research', token_value: 55 })]
  const api = serveAdminBenefits(rows)
  const storage = serveStorage()
  renderPage(<AdminBenefitsPage />, { path: '/admin/benefits' })
  // A dropped file bypasses the filter of the file picker.
  const user = userEvent.setup({ applyAccept: false })
  await user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
  const dialog = within(await screen.findByRole('dialog', { busy: false }))
  return {
    user,
    rows,
    dialog,
    ...api,
    ...storage,
    choose: (file: File) => user.upload(dialog.getByLabelText('Or upload a picture'), file),
    press: (name: string) => user.click(dialog.getByRole('button', { name })),
    uploaded: () => waitFor(() => expect(address().value).toContain('/storage/')),
  }
}

const bucket = '*/storage/v1/object/benefits/:name'
const address = () => screen.getByLabelText<HTMLInputElement>(/Image URL/)
const preview = () => screen.getByRole('region', { name: 'Preview' })
const picture = () => preview().querySelector('img')?.getAttribute('src')

it('uploads under a unique name, and saves the path as Image URL', async () => {
  const { rows, choose, press, uploaded, stored, removed, sent } = await open()
  await choose(png('Photo of mine.png'))
  await uploaded()
  const path = address().value
  expect(path).toMatch(/^\/storage\/v1\/object\/public\/benefits\/[0-9a-f-]{36}\.png$/)
  expect(stored).toEqual([{ bucket: 'benefits', name: path.split('/').at(-1), upsert: false }])
  await press('Save changes')
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([{ method: 'update', id: rows[0]?.id, body: { image_url: path } }])
  expect(removed).toEqual([])
})

it('shows that it is uploading, and does not save until then', async () => {
  const { dialog, choose, uploaded } = await open()
  const { released, release } = held()
  server.use(http.post(bucket, () => released))
  await choose(png())
  expect(await dialog.findByText('Uploading...')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  release()
  await uploaded()
})

// The other rules for picture files are tested in lib/picture-file.test.ts.
it('refuses a file at its field, sends nothing, and accepts the next', async () => {
  const { dialog, choose, uploaded, stored } = await open()
  await choose(png('a.png', 1024 * 1024 + 1))
  const message = 'This picture is larger than 1 MB.'
  expect(await dialog.findByText(message)).toBeVisible()
  await waitFor(() =>
    expect(dialog.getByLabelText('Or upload a picture')).toHaveAccessibleDescription(message),
  )
  expect(stored).toEqual([])
  await choose(png('b.png', 1024 * 1024))
  await uploaded()
  expect(dialog.queryByText(message)).not.toBeInTheDocument()
})

const failed = 'The picture could not be uploaded. Everything you typed is still here: choose it again.'
it.each([
  ['the server refuses', () => server.use(http.post(bucket, () => broken())), failed],
  ['the server cannot be reached', () => server.use(http.post(bucket, () => HttpResponse.error())), failed],
  ['offline', () => goOffline(), 'You are offline, so nothing was sent. Try again once you are back.'],
])('keeps the input when %s', async (_case, fail, message) => {
  const { user, dialog, choose } = await open()
  await user.type(await dialog.findByLabelText('Name'), ' II')
  fail()
  await choose(png())
  expect(await dialog.findByText(message)).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveValue('Lantern Research II')
  expect(address()).toHaveValue('/art/lantern.svg')
  expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled()
})

it('removes all uploads of a cancelled dialog', async () => {
  const { choose, press, uploaded, stored, removed } = await open()
  await choose(png())
  await uploaded()
  await choose(pictureFile('b.gif', 'image/gif', 'gif'))
  await waitFor(() => expect(address().value).toMatch(/\.gif$/))
  await press('Cancel')
  // Among others: the removals of the previous test may arrive only now.
  await waitFor(() => expect(removed).toContainEqual(stored.map(({ name }) => name)))
})

it('removes an upload that finishes after the dialog was cancelled', async () => {
  const { choose, press, stored, removed } = await open()
  const upload = held()
  let started = false
  server.use(
    http.post(bucket, async () => {
      started = true
      await upload.released
    }),
  )
  await choose(png())
  await waitFor(() => expect(started).toBe(true))
  await press('Cancel')
  upload.release()
  await waitFor(() => expect(removed).toContainEqual([stored[0]?.name]))
})

it('keeps an upload once a save was attempted, as only its response may be lost', async () => {
  const { choose, press, uploaded, removed } = await open()
  server.use(http.patch('*/rest/v1/benefits', () => broken()))
  await choose(png())
  await uploaded()
  await press('Save changes')
  await seeToast('Error', 'Failed to save benefit')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(removed).toEqual([])
})

it('requests the picture of an address only once typing pauses', async () => {
  const { user } = await open()
  await user.clear(address())
  await waitFor(() => expect(picture()).toBeUndefined())
  const seen = new Set<string | null | undefined>()
  const look = () => seen.add(picture())
  const watch = new MutationObserver(look)
  watch.observe(preview(), { attributes: true, childList: true, subtree: true })
  vi.useFakeTimers()
  for (const value of ['/a', '/ar', '/art', '/art/x.png']) {
    fireEvent.change(address(), { target: { value } })
    look()
    act(() => void vi.advanceTimersByTime(100))
  }
  act(() => void vi.advanceTimersByTime(1000))
  expect(picture()).toBe('/art/x.png')
  watch.disconnect()
  look()
  expect([...seen].filter(Boolean)).toEqual(['/art/x.png'])
})

it('previews the card as members see it', async () => {
  const { user, dialog } = await open()
  expect(preview()).toHaveTextContent(/Lantern Research.*55 tokens.*Redeem.*As members see it/)
  expect(picture()).toBe('/art/lantern.svg')
  const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  fill(dialog.getByLabelText('Name'), 'Minutes')
  fill(dialog.getByLabelText('Token Value'), '')
  expect(preview()).toHaveTextContent(/Minutes.*0 tokens/)
  fill(dialog.getByLabelText('Token Value'), '1200')
  expect(preview()).toHaveTextContent('1,200 tokens')
  fill(address(), '')
  await waitFor(() => expect(picture()).toBeUndefined())
  fill(address(), 'https://files.example/a.png')
  await waitFor(() => expect(picture()).toBe('https://files.example/a.png'))
  fill(dialog.getByLabelText('Name'), '')
  expect(within(preview()).getByRole('heading', { name: 'Name' })).toBeVisible()
  await user.click(dialog.getByRole('switch', { name: /Active/ }))
  expect(preview()).toHaveTextContent('Members do not see it while it is not active.')
})
